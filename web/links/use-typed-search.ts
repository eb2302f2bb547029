import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/** The pause in typing before a search, in milliseconds. */
const DEBOUNCE_MS = 200;

/** Calls `onPause` with the last input when typing pauses. */
export function useTypedSearch<Typed>(onPause: (typed: Typed) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The list can change during the pause, so call the latest callback.
  const latest = useCallbackRef(onPause);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const schedule = (typed: Typed) => {
    cancel();
    timer.current = setTimeout(() => latest(typed), DEBOUNCE_MS);
  };
  return { schedule, cancel };
}
