import type { Link } from './links.api.ts';

/** Makes an element the row of a link: Tab reaches the first, arrows and letters the others. */
export function rowProps({ id }: Link, isFirst: boolean) {
  return { 'data-link': id, tabIndex: isFirst ? 0 : -1 };
}

export function findRows(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-link]') ?? [])];
}

/** The row that an element is or stands in. */
export function rowOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-link]') ?? null;
}

export function idOf(row: HTMLElement): number {
  return Number(row.dataset['link']);
}
