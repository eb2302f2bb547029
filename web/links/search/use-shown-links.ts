import { useDeferredValue } from 'react';
import { useLinks } from '../links.api.ts';
import { isNarrowed, type ListView } from './list-search.ts';

/** The page of links of a view. */
export function useShownLinks(view: ListView) {
  const query = useLinks(view);
  // Rows render slowly on phones: React renders the first ones in slices behind the skeleton.
  const isDrawing = useDeferredValue(query.isPending) || query.isPending;
  const urls = isDrawing ? undefined : query.data?.urls;
  return {
    query,
    isDrawing,
    /** Undefined while the first links load or render. */
    urls,
    links: urls ?? [],
    total: query.data?.total,
    isSearch: isNarrowed(view),
    isInOtherTexts: query.data?.isInOtherTexts === true,
  };
}

export type ShownLinks = ReturnType<typeof useShownLinks>;
