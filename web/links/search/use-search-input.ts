import { useRef, useState } from 'react';
import { localValues } from '../../storage.ts';
import { useStoredFields } from '../../form/stored-fields.ts';
import {
  findSearchPlace,
  type ListView,
  type Search,
  firstView,
  type SearchPlace,
} from './list-search.ts';

/** The input of the search form. */
export function useSearchInput(view: ListView) {
  const [filter, setFilter] = useState(() =>
    view.keyword === '' ? readSearchPlace() : view.filter,
  );
  const [keyword, setKeyword] = useState(view.keyword);
  /** True: the last search began with a pause in typing. */
  const [isTyped, setIsTyped] = useState(false);
  const [isEmptyRefused, setIsEmptyRefused] = useState(false);
  const isComposing = useRef(false);

  useStoredFields('search', { filter, keyword }, (stored) => {
    setFilter(findSearchPlace(stored.filter));
    setKeyword(stored.keyword);
  });

  return {
    filter,
    setFilter,
    keyword,
    setKeyword,
    isTyped,
    setIsTyped,
    isEmptyRefused,
    setIsEmptyRefused,
    isComposing,
    noteComposition: (isOn: boolean) => {
      isComposing.current = isOn;
    },
    show: (search: Search) => {
      setFilter(search.filter);
      setKeyword(search.keyword);
      setIsEmptyRefused(false);
      setIsTyped(false);
    },
  };
}

const STORED = 'search_everywhere';

/** The place of the first search. */
function readSearchPlace(): SearchPlace {
  return localValues.get(STORED) === null ? firstView.filter : 'everywhere';
}

/** Remembers the choice of "Everywhere" in this browser. Any other choice ends it. */
export function rememberSearchPlace(place: SearchPlace): void {
  if (place === 'everywhere') localValues.set(STORED, 'yes');
  else localValues.remove(STORED);
}

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
