import { useEffect, useEffectEvent } from 'react';
import { sessionValues } from '../storage.ts';

const STORED = 'kept_fields';

/** The fields that a form may store: plain values, never a password. */
type Fields = Readonly<Record<string, string | boolean>>;

interface StoredFields {
  readonly path: string;
  readonly forms: Readonly<Record<string, Fields>>;
}

const readers = new Map<string, () => Fields>();
let isReloading = false;

export function storeFields() {
  const forms = [...readers].map(([form, read]) => [form, read()]);
  const kept = { path: location.pathname, forms: Object.fromEntries(forms) };
  sessionValues.set(STORED, JSON.stringify(kept));
  isReloading = true;
}

/** True while the page reloads with stored fields: no unsaved input gets lost. */
export function areFieldsStored(): boolean {
  return isReloading;
}

export function useStoredFields<F extends Fields>(
  form: string,
  fields: F,
  restore: (kept: F) => void,
) {
  const read = useEffectEvent(() => fields);
  const restoreStored = useEffectEvent(() => {
    const kept = takeStoredFields(form);
    if (kept !== null && isLike(fields, kept)) restore(kept);
  });
  useEffect(() => {
    readers.set(form, () => read());
    restoreStored();
    return () => {
      readers.delete(form);
    };
  }, [form]);
}

/** The stored fields of a form on this page. The first call removes them. */
function takeStoredFields(form: string): Fields | null {
  const stored = sessionValues.getJson(STORED) as StoredFields | null;
  if (stored === null) return null;
  const { path, forms } = stored;
  const { [form]: kept = null, ...others } = forms;
  if (path !== location.pathname || Object.keys(others).length === 0) {
    sessionValues.remove(STORED);
  } else {
    sessionValues.set(STORED, JSON.stringify({ path, forms: others }));
  }
  return path === location.pathname ? kept : null;
}

/** An older version of the page may have stored other fields. */
function isLike<F extends Fields>(fields: F, kept: Fields): kept is F {
  return Object.entries(fields).every(([name, value]) => typeof kept[name] === typeof value);
}
