import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/** How long nothing is typed before a search begins, in milliseconds. */
const DEBOUNCE_MS = 200;

/** Hands over what was typed last, once typing pauses. */
export function useTypedSearch<Typed>(onPause: (typed: Typed) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The list may have changed while somebody typed.
  const latest = useCallbackRef(onPause);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const schedule = (typed: Typed) => {
    cancel();
    timer.current = setTimeout(() => latest(typed), DEBOUNCE_MS);
  };
  return { schedule, cancel };
}
