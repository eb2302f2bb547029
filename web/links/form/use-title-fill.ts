import { useCallbackRef } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { findUrlFault } from '../../urls/typed-url.ts';
import { fetchTitle } from '../links.api.ts';
import type { LinkForm } from './use-link-form.ts';

/** An automatic title, and the long URL that it belongs to. */
export interface FilledTitle {
  readonly url: string;
  readonly title: string;
}

/** Fills the title with the title of the page behind the long URL. */
export function useTitleFill({ values, set }: LinkForm, first: FilledTitle) {
  const filled = useRef(first);
  const [isReading, setIsReading] = useState(false);
  const readTitle = useCallbackRef(() => values.title);
  const fillTitle = async (url: string) => {
    if (findUrlFault(url) !== null || url === filled.current.url) return;
    const before = values.title;
    // Keep a typed title. Fill a cleared one again.
    if (before !== '' && before !== filled.current.title) return;
    filled.current = { url, title: before };
    setIsReading(true);
    const title = await fetchTitle(url);
    if (filled.current.url !== url) return;
    setIsReading(false);
    if (title === '' || readTitle() !== before) return;
    filled.current = { url, title };
    set({ title });
  };
  return {
    filled,
    isReading,
    fillTitle,
    noteFilled: (title: FilledTitle) => {
      filled.current = title;
    },
  };
}

export type TitleFill = ReturnType<typeof useTitleFill>;
