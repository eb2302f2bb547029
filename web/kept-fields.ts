import { useEffect, useEffectEvent } from 'react';

const KEPT = 'kept_fields';

/** What a form may leave behind: plain values, and never a password. */
type Fields = Readonly<Record<string, string | boolean>>;

const readers = new Map<string, () => Fields>();
let isReloading = false;

/** Keeps what stands in the forms of the page over the reload that is about to come. */
export function keepFields() {
  const forms = [...readers].map(([form, read]) => [form, read()]);
  const kept = { path: location.pathname, forms: Object.fromEntries(forms) };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
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
  const json = sessionStorage.getItem(KEPT);
  if (json === null) return null;
  const { path, forms } = JSON.parse(json) as { path: string; forms: Record<string, Fields> };
  const { [form]: kept = null, ...others } = forms;
  if (path !== location.pathname || Object.keys(others).length === 0) {
    sessionStorage.removeItem(KEPT);
  } else {
    sessionStorage.setItem(KEPT, JSON.stringify({ path, forms: others }));
  }
  return path === location.pathname ? kept : null;
}

/** An older version of the page may have kept other fields. */
function isLike<F extends Fields>(fields: F, kept: Fields): kept is F {
  return Object.entries(fields).every(([name, value]) => typeof kept[name] === typeof value);
}
