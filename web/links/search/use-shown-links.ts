import { useDeferredValue, useEffect, useState } from 'react';
import { explainFailure } from '../../failure.ts';
import { t } from '../../language.ts';
import { hideToast, toast } from '../../toast.tsx';
import { useLinks } from '../links.api.ts';
import { isNarrowed, type ListView, type Search } from './list-search.ts';

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

type ShownLinks = ReturnType<typeof useShownLinks>;

/**
 * Shows a toast when the list fails. Only a search by Enter shows one when it fails or finds
 * nothing. Returns the function that notes such a search; null: the user is typing.
 */
export function useSearchToasts(
  view: ListView,
  { query, isSearch, total }: ShownLinks,
): (submitted: Search | null) => void {
  const [submitted, setSubmitted] = useState<Search | null>(null);
  const isSubmitted = submitted?.keyword === view.keyword && submitted.filter === view.filter;
  const isFailed = query.isError && (!isSearch || isSubmitted);
  useEffect(() => {
    if (!isFailed) return undefined;
    toast('error', explainFailure(query.error, 'query.failed'));
    return () => hideToast('error');
  }, [isFailed, query.error]);

  const isEmptyAnswer = isSearch && !query.isPlaceholderData && total === 0;
  const emptySearch = isSubmitted && isEmptyAnswer ? submitted : null;
  useEffect(() => {
    if (emptySearch === null) return undefined;
    toast('error', t('no.query'));
    return () => hideToast('error');
  }, [emptySearch]);
  return setSubmitted;
}
