import { useEffect, type RefObject } from 'react';
import type { Link } from './links.api.ts';
import { markMatches } from './mark-matches.ts';

/** Marks the keyword in the list. */
export function useMatchMarks(
  list: RefObject<HTMLElement | null>,
  urls: readonly Link[] | undefined,
  keyword: string,
) {
  useEffect(() => {
    if (urls !== undefined && list.current !== null) markMatches(list.current, keyword);
  }, [list, urls, keyword]);
}
