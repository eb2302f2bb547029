import { useEffect, useRef, useState, type RefObject } from 'react';
import { dropDraft, keepDraft, readDraft, type LinkDraft } from './link-drafts.ts';
import type { LinkValues } from './link-form.tsx';
import { isSameValidity } from './validity.ts';

function isSame(one: LinkValues, other: LinkValues): boolean {
  return (
    one.long_url === other.long_url &&
    one.title === other.title &&
    one.description === other.description &&
    one.short_url === other.short_url &&
    isSameValidity(one.validity, other.validity)
  );
}

/** The draft that a form begins with, for as long as the form is mounted; null: an empty form. */
export function useFirstDraft(name: string, isWanted: boolean): LinkDraft | null {
  const [draft] = useState(() => (isWanted ? readDraft(name) : null));
  return draft;
}

/** Keeps what differs from the values that a form begins with, until it is saved. */
export function useKeptDraft(
  name: string,
  initial: LinkValues,
  values: LinkValues,
  filled: RefObject<LinkDraft['filled']>,
  isRestored: boolean,
) {
  /** Whether the draft of this name is this form's own: another one stays. */
  const isOwn = useRef(isRestored);
  const isChanged = !isSame(values, initial);
  useEffect(() => {
    if (isChanged) {
      isOwn.current = true;
      keepDraft(name, { values, filled: filled.current });
    } else if (isOwn.current) {
      dropDraft(name);
    }
  }, [name, values, filled, isChanged]);
}
