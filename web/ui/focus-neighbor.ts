import type { MouseEvent } from 'react';

/** The entry of the pressed button disappears: the focus moves to the last button of the next. */
export function focusNeighbor(event: MouseEvent<HTMLElement>) {
  const item = event.currentTarget.closest('li');
  const neighbor = item?.nextElementSibling ?? item?.previousElementSibling;
  const button = [...(neighbor?.querySelectorAll('button') ?? [])].at(-1);
  if (button === undefined) focusMain(event);
  else button.focus();
}

export function focusMain({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest('main')?.focus();
}
