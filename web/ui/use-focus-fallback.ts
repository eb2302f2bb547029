import { useLayoutEffect, useRef } from 'react';

/** When the marked element unmounts with the focus, the nearest ancestor `selector` takes it. */
export function useFocusFallback<Element extends HTMLElement>(selector: string) {
  const mark = useRef<Element>(null);
  useLayoutEffect(() => {
    const { current: element } = mark;
    return () => {
      if (element === null || !element.contains(document.activeElement)) return;
      element.closest<HTMLElement>(selector)?.focus({ preventScroll: true });
    };
  }, [selector]);
  return mark;
}
