import { useEffect, useId, useSyncExternalStore } from 'react';

const unsaved = new Set<string>();
const listeners = new Set<() => void>();

export function noteUnsaved(form: string, isUnsaved: boolean) {
  if (isUnsaved) unsaved.add(form);
  else unsaved.delete(form);
  for (const listener of listeners) listener();
}

export function useUnsaved(isUnsaved: boolean) {
  const form = useId();
  useEffect(() => {
    noteUnsaved(form, isUnsaved);
    return () => noteUnsaved(form, false);
  }, [form, isUnsaved]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useIsUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => unsaved.size > 0);
}
