import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchFilter } from '../../contracts/links/links.constants.ts';
import type * as contract from '../../contracts/links/links.ts';
import { call, endpoint } from '../api.ts';
import { isNothingFound } from '../failure.ts';

const searchLinks = endpoint<typeof contract.searchLinks>('POST', '/api/search');

/** Ordered by how likely the user means the match. */
const filters = ['short_url', 'title', 'long_url'] as const;
const SHOWN_MAX = 8;

async function findLinks(filter: SearchFilter, keyword: string) {
  try {
    return (await call(searchLinks, { filter, keyword, page: 1, limit: SHOWN_MAX })).urls;
  } catch (error) {
    if (isNothingFound(error)) return [];
    throw error;
  }
}

type FoundLink = Awaited<ReturnType<typeof findLinks>>[number];

function matchesQuery(link: FoundLink, query: string): boolean {
  const text = query.toLowerCase();
  return filters.some((filter) => link[filter].toLowerCase().includes(text));
}

/**
 * Finds the links with a keyword in their code, title or long URL. An empty keyword finds none.
 *
 * @param query The present input. Until its answer arrives, the previous links that match it stay.
 * Enter therefore never opens a link that only matched fewer letters.
 */
export function useFoundLinks(keyword: string, query: string) {
  const answer = useQuery({
    queryKey: ['links', 'found', keyword],
    queryFn: async () => {
      const pages = await Promise.all(filters.map((filter) => findLinks(filter, keyword)));
      return [...new Map(pages.flat().map((link) => [link.id, link])).values()];
    },
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
  const links = keyword === '' ? [] : (answer.data ?? []);
  const isAnswer = keyword === query && !answer.isPlaceholderData;
  return {
    links: (isAnswer ? links : links.filter((link) => matchesQuery(link, query))).slice(
      0,
      SHOWN_MAX,
    ),
    isSearching: answer.isFetching,
    isFailed: answer.isError,
  };
}
