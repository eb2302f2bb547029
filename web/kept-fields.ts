import { useEffect, useEffectEvent } from 'react';
import { sessionValues } from './storage.ts';

const KEPT = 'kept_fields';

/** What a form may leave behind: plain values, and never a password. */
type Fields = Readonly<Record<string, string | boolean>>;

interface StoredFields {
  readonly path: string;
  readonly forms: Readonly<Record<string, Fields>>;
}

const readers = new Map<string, () => Fields>();
let isReloading = false;

/** Keeps what stands in the forms of the page over the reload that is about to come. */
export function keepFields() {
  const forms = [...readers].map(([form, read]) => [form, read()]);
  const kept = { path: location.pathname, forms: Object.fromEntries(forms) };
  sessionValues.set(KEPT, JSON.stringify(kept));
  isReloading = true;
}

/** Whether the page reloads with its fields kept, so that nothing unsaved is lost. */
export function areFieldsKept(): boolean {
  return isReloading;
}

/**
 * Ties a form to {@link keepFields}: `fields` are what it would keep, and `restore` gets what it
 * kept before the reload. Passwords do not belong among them.
 */
export function useKeptFields<F extends Fields>(
  form: string,
  fields: F,
  restore: (kept: F) => void,
) {
  const read = useEffectEvent(() => fields);
  const restoreKept = useEffectEvent(() => {
    const kept = takeKept(form);
    if (kept !== null && isLike(fields, kept)) restore(kept);
  });
  useEffect(() => {
    readers.set(form, () => read());
    restoreKept();
    return () => {
      readers.delete(form);
    };
  }, [form]);
}

/** What a form kept on this page; it is given once. */
function takeKept(form: string): Fields | null {
  const stored = sessionValues.getJson(KEPT) as StoredFields | null;
  if (stored === null) return null;
  const { path, forms } = stored;
  const { [form]: kept = null, ...others } = forms;
  if (path !== location.pathname || Object.keys(others).length === 0) {
    sessionValues.remove(KEPT);
  } else {
    sessionValues.set(KEPT, JSON.stringify({ path, forms: others }));
  }
  return path === location.pathname ? kept : null;
}

/** An older version of the page may have kept other fields. */
function isLike<F extends Fields>(fields: F, kept: Fields): kept is F {
  return Object.entries(fields).every(([name, value]) => typeof kept[name] === typeof value);
}
