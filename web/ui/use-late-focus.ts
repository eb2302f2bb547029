import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Focuses a control in a dialog whose content loads late. Until then, the focus is on the first
 * button, which closes the dialog. Outside dialogs it does nothing.
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
