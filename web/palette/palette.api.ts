import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as contract from '../../contracts/links.ts';
import { ApiError, call, endpoint } from '../api.ts';

const searchLinks = endpoint<typeof contract.searchLinks>('POST', '/api/search');

/** In the order in which a match is likely to be meant. */
const filters = ['short_url', 'title', 'long_url'] as const;
const SHOWN_MAX = 8;

async function findLinks(filter: contract.SearchFilter, keyword: string) {
  try {
    return (await call(searchLinks, { filter, keyword, page: 1, limit: SHOWN_MAX })).urls;
  } catch (error) {
    if (error instanceof ApiError && error.key === 'no.query') return [];
    throw error;
  }
}

type FoundLink = Awaited<ReturnType<typeof findLinks>>[number];

function matchesQuery(link: FoundLink, query: string): boolean {
  const text = query.toLowerCase();
  return filters.some((filter) => link[filter].toLowerCase().includes(text));
}

/**
 * The links whose code, title or long URL a keyword is found in; none without a keyword.
 *
 * @param query what is typed by now. Until its own answer comes, the links of the keyword before it
 * stay as far as they hold it, so that Enter never does what was meant by fewer letters.
 */
export function useFoundLinks(keyword: string, query: string) {
  const answer = useQuery({
    queryKey: ['links', 'found', keyword],
    queryFn: async () => {
      const found = await Promise.all(filters.map((filter) => findLinks(filter, keyword)));
      return [...new Map(found.flat().map((link) => [link.id, link])).values()];
    },
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
  const found = keyword === '' ? [] : (answer.data ?? []);
  const isAnswer = keyword === query && !answer.isPlaceholderData;
  return {
    links: (isAnswer ? found : found.filter((link) => matchesQuery(link, query))).slice(
      0,
      SHOWN_MAX,
    ),
    isSearching: answer.isFetching,
    isFailed: answer.isError,
  };
}
