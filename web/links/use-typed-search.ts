import { useEffect, useRef } from 'react';

/** How long nothing is typed before a search begins, in milliseconds. */
const DEBOUNCE_MS = 200;

/** Runs the last search that was scheduled, once typing pauses. */
export function useTypedSearch() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const schedule = (search: () => void) => {
    cancel();
    timer.current = setTimeout(search, DEBOUNCE_MS);
  };
  return { schedule, cancel };
}
