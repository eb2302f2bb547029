import { useRef, useState } from 'react';
import { useStoredFields } from '../stored-fields.ts';
import { findSearchPlace, type ListView, type Search } from './list-search.ts';
import { readSearchPlace } from './search-memory.ts';

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
