import { useState } from 'react';
import type { ListView, Search } from './list-search.ts';

/** Remembers the searches that the form sent, until the address shows them. */
export function useSentSearches(view: ListView, onForeign: (search: Search) => void) {
  const [shown, setShown] = useState<Search>(view);
  const [sent, setSent] = useState<readonly Search[]>([]);
  // The address can also change by Back, a link or the command palette.
  if (!isSameSearch(shown, view)) {
    setShown(view);
    const sentIndex = sent.findIndex((search) => isSameSearch(search, view));
    setSent(sent.slice(sentIndex + 1));
    // The address follows the form late. Only a search from elsewhere may replace the input.
    if (sentIndex === -1) onForeign(view);
  }
  return {
    add: (search: Search) => {
      if (!isSameSearch(search, view)) setSent((before) => [...before, search]);
    },
    clear: () => setSent([]),
  };
}

export function isSameSearch(a: Search, b: Search): boolean {
  return a.filter === b.filter && a.keyword === b.keyword;
}
