import { useLayoutEffect, useRef } from 'react';

/** Gives the mark of an element whose focus, when it goes away, goes to what stands around it. */
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
