import { useLayoutEffect, useRef, type RefObject } from 'react';

/** For a dialog whose content loads late. Until then, its first button has the focus. */
export function useLateFocus(): RefObject<HTMLButtonElement | null> {
  const start = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const dialog = start.current?.closest('[role=dialog]');
    const isWaiting = dialog?.querySelector('button') === document.activeElement;
    if (isWaiting) start.current?.focus({ preventScroll: true });
  }, []);
  return start;
}
