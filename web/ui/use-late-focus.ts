import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * The control that has the focus of a dialog whose content comes after it has opened: until then
 * the focus is on the first button, which closes it. Elsewhere nothing happens.
 */
export function useLateFocus(): RefObject<HTMLButtonElement | null> {
  const start = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const dialog = start.current?.closest('[role=dialog]');
    const isWaiting = dialog?.querySelector('button') === document.activeElement;
    if (isWaiting) start.current?.focus({ preventScroll: true });
  }, []);
  return start;
}
