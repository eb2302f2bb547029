import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as contract from '../../contracts/links.ts';
import type { getLines } from '../../contracts/stats.ts';
import type { ReplyOf, RequestOf } from '../../contracts/route.ts';
import { ApiError, call, endpoint } from '../api.ts';
import type { ListView } from './list-search.ts';

const createLink = endpoint<typeof contract.createLink>('POST', '/api/shorten_url');
const listLinks = endpoint<typeof contract.listLinks>('GET', '/api/urls');
const searchLinks = endpoint<typeof contract.searchLinks>('POST', '/api/search');
const updateLink = endpoint<typeof contract.updateLink>('POST', '/api/update_url/{id}');
const deleteLink = endpoint<typeof contract.deleteLink>('POST', '/api/delete/url');
const deleteLinks = endpoint<typeof contract.deleteLinks>('POST', '/api/delete/urls');
const restoreLinks = endpoint<typeof contract.restoreLinks>('POST', '/api/urls/restore');
const fetchMetadata = endpoint<typeof contract.fetchUrlMetadata>('POST', '/api/get_url_metadata');
const getLinesEndpoint = endpoint<typeof getLines>('GET', '/api/stats/lines');

export type Link = contract.Link;
export type CreatedLink = ReplyOf<typeof contract.createLink>;
type NewLink = RequestOf<typeof contract.createLink>;
type LinkChange = RequestOf<typeof contract.updateLink>;
export type LinkPage = ReplyOf<typeof contract.listLinks>;

export const titleMax: typeof contract.TITLE_MAX = 256;
export const descriptionMax: typeof contract.DESCRIPTION_MAX = 512;
export const noteMax: typeof contract.NOTE_MAX = 2000;
export const ttlDaysMax: typeof contract.TTL_DAYS_MAX = 36_500;

/** What everything that is read of links is kept under. */
export const linksKey = ['links'];
/** How long lines stand as they are while one leafs through the list, in milliseconds. */
const LINES_FRESH_MS = 60_000;

export function useLinks(view: ListView) {
  return useQuery({
    queryKey: [...linksKey, view],
    queryFn: () => fetchPage(view),
    placeholderData: keepPreviousData,
  });
}

/**
 * How many people came to each of some links on the last days, by the ids of the links. They come
 * after the list, which is whole without them: undefined before that, and when they do not come.
 */
export function useLines(links: readonly Link[]) {
  const ids = links.map(({ id }) => id).sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['link-lines', ids],
    queryFn: () => call(getLinesEndpoint, { ids }),
    select: toLines,
    staleTime: LINES_FRESH_MS,
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
  return data;
}

function toLines({ lines }: ReplyOf<typeof getLines>): ReadonlyMap<number, readonly number[]> {
  return new Map(lines.map(({ id, people }) => [id, people]));
}

async function fetchPage({ filter, keyword, page, size, sort, order }: ListView) {
  const part = { page, limit: size, ...(sort !== null && { sort, order }) };
  if (keyword === '') return call(listLinks, part);
  try {
    return await call(searchLinks, { filter, keyword, ...part });
  } catch (error) {
    if (!(error instanceof ApiError) || error.key !== 'no.query') throw error;
    return { total: 0, page, limit: size, urls: [] };
  }
}

export function useCreateLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (link: NewLink) => call(createLink, link),
    onSuccess: () => queries.invalidateQueries({ queryKey: linksKey }),
  });
}

export function useUpdateLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: LinkChange) => call(updateLink, change),
    onSettled: () => queries.invalidateQueries({ queryKey: linksKey }),
  });
}

export function useDeleteLinks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: deleteAll,
    onSettled: () => queries.invalidateQueries({ queryKey: linksKey }),
  });
}

/** Deletes links and tells how many there were: one by its code, several by their ids. */
async function deleteAll(links: readonly Link[]): Promise<number> {
  const [first] = links;
  if (first === undefined || links.length > 1) {
    return call(deleteLinks, { ids: links.map(({ id }) => id) });
  }
  await call(deleteLink, { short_url: first.short_url });
  return 1;
}

export function useRestoreLinks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]) => call(restoreLinks, { ids: [...ids] }),
    onSettled: () => queries.invalidateQueries({ queryKey: linksKey }),
  });
}

/** Reads the title of a page; a page that cannot be read has none. */
export async function fetchTitle(url: string): Promise<string> {
  try {
    return (await call(fetchMetadata, { url })).title;
  } catch {
    return '';
  }
}
