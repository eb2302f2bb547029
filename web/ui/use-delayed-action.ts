import { useEffect, useEffectEvent } from 'react';

/** Runs an action once a condition has held for a time, in milliseconds. */
export function useDelayedAction(isOn: boolean, delay: number, action: () => void) {
  const act = useEffectEvent(action);
  useEffect(() => {
    const timer = isOn ? setTimeout(() => act(), delay) : undefined;
    return () => clearTimeout(timer);
  }, [isOn, delay]);
}
