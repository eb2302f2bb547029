import { useEffect, useRef, useState, type RefObject } from 'react';
import { removeDraft, storeDraft, readDraft, type LinkDraft } from './link-drafts.ts';
import { isSameLink, type LinkValues } from './link-values.ts';

/** The draft at the mount of the form; null: none. */
export function useInitialDraft(name: string, shouldRestore: boolean): LinkDraft | null {
  const [draft] = useState(() => (shouldRestore ? readDraft(name) : null));
  return draft;
}

/** Keeps changed values as a draft until they are saved. */
export function useDraftStorage(
  name: string,
  initial: LinkValues,
  values: LinkValues,
  filled: RefObject<LinkDraft['filled']>,
  isRestored: boolean,
) {
  /** True: this form wrote the draft. It must not delete a draft of another form. */
  const isOwn = useRef(isRestored);
  const isChanged = !isSameLink(values, initial);
  useEffect(() => {
    if (isChanged) {
      isOwn.current = true;
      storeDraft(name, { values, filled: filled.current });
    } else if (isOwn.current) {
      removeDraft(name);
    }
  }, [name, values, filled, isChanged]);
}
