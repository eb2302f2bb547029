import { useEffect, useEffectEvent } from 'react';

/** Runs an action after `isOn` has been true for `delay` milliseconds. */
export function useDelayedAction(isOn: boolean, delay: number, action: () => void) {
  const act = useEffectEvent(action);
  useEffect(() => {
    const timer = isOn ? setTimeout(() => act(), delay) : undefined;
    return () => clearTimeout(timer);
  }, [isOn, delay]);
}
