import { useEffect, useRef, useState, type RefObject } from 'react';
import { dropDraft, keepDraft, readDraft, type LinkDraft } from './link-drafts.ts';
import { isSameLink, type LinkValues } from './link-values.ts';

/** The draft that a form begins with, for as long as the form is mounted; null: an empty form. */
export function useInitialDraft(name: string, isWanted: boolean): LinkDraft | null {
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
  const isChanged = !isSameLink(values, initial);
  useEffect(() => {
    if (isChanged) {
      isOwn.current = true;
      keepDraft(name, { values, filled: filled.current });
    } else if (isOwn.current) {
      dropDraft(name);
    }
  }, [name, values, filled, isChanged]);
}
