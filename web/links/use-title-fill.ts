import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { findUrlFault } from '../typed-url.ts';
import type { LinkDraft } from './link-drafts.ts';
import type { LinkValues } from './link-values.ts';
import { fetchTitle } from './links.api.ts';

/** Fills the title with the title of the page behind the long URL. */
export function useTitleFill(form: UseFormReturnType<LinkValues>, first: LinkDraft['filled']) {
  /** The automatic title, and the long URL that it belongs to. */
  const filled = useRef(first);
  const [isReading, setIsReading] = useState(false);
  const fillTitle = async (url: string) => {
    if (findUrlFault(url) !== null || url === filled.current.url) return;
    const before = form.getValues().title;
    // Keep a typed title. Fill a cleared one again.
    if (before !== '' && before !== filled.current.title) return;
    filled.current = { url, title: before };
    setIsReading(true);
    const title = await fetchTitle(url);
    if (filled.current.url !== url) return;
    setIsReading(false);
    if (title === '' || form.getValues().title !== before) return;
    filled.current = { url, title };
    // Not `setValues`: it clears the errors of all fields.
    form.setFieldValue('title', title);
  };
  const noteFilled = (title: LinkDraft['filled']) => {
    filled.current = title;
  };
  return { filled, noteFilled, isReading, fillTitle };
}
