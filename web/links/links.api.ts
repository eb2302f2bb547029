import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as contract from '../../contracts/links.ts';
import type { getLines } from '../../contracts/stats.ts';
import type { ReplyOf, RequestOf } from '../../contracts/route.ts';
import { ApiError, call, endpoint } from '../api.ts';
import { toRequest } from './list-filters.ts';
import type { ListView, Order, SearchPlace, SortColumn } from './list-search.ts';

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

/** How many links a page of a list has at most, and how many ids one call takes. */
const LIMIT_MAX = 200;
const CALL_MAX = 1000;

type OnProgress = (progress: { readonly done: number; readonly total: number }) => void;

/** What everything that is read of links is kept under. */
export const linksKey = ['links'];
/** How long lines stand as they are while one leafs through the list, in milliseconds. */
const LINES_FRESH_MS = 60_000;

export function useLinks(view: ListView) {
  return useQuery({
    queryKey: [...linksKey, view],
    queryFn: ({ signal }) => fetchPage(view, signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * How many people came to each of some links on the last days, by the ids of the links. They come
 * after the list, which is whole without them: undefined before that, and when they do not come.
 */
export function useSparklines(links: readonly Link[]) {
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

/** A page of the list, or of what a search found. */
export interface FoundPage extends LinkPage {
  /** No short link begins with the keyword: these links have it elsewhere. */
  readonly isElsewhere: boolean;
}

/** A page of a view. All links come by date where no column sorts them, a search as it finds them. */
function fetchPage(view: ListView, signal?: AbortSignal): Promise<FoundPage> {
  const { keyword, page, size, order } = view;
  const sort = view.sort ?? (keyword === '' ? 'created_at' : null);
  return fetchPart(view, { page, limit: size, ...(sort !== null && { sort, order }) }, signal);
}

interface Part {
  readonly page: number;
  readonly limit: number;
  readonly sort?: SortColumn;
  readonly order?: Order;
}

/** A part of what a view finds; where no short link begins with the keyword, of what has it elsewhere. */
async function fetchPart(view: ListView, part: Part, signal?: AbortSignal): Promise<FoundPage> {
  const { filter, keyword } = view;
  const found = await fetchPlace(view, filter, part, signal);
  if (keyword === '' || filter !== 'short_url' || found.total > 0) {
    return { ...found, isElsewhere: false };
  }
  const elsewhere = await fetchPlace(view, 'everywhere', part, signal);
  return { ...elsewhere, isElsewhere: elsewhere.total > 0 };
}

async function fetchPlace(
  { keyword, filters }: ListView,
  place: SearchPlace,
  part: Part,
  signal?: AbortSignal,
): Promise<LinkPage> {
  const wanted = { ...toRequest(filters), ...part };
  if (keyword === '') return call(listLinks, wanted, undefined, signal);
  if (place === 'everywhere') return call(listLinks, { q: keyword, ...wanted }, undefined, signal);
  try {
    return await call(searchLinks, { filter: place, keyword, ...wanted }, undefined, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.key !== 'no.query') throw error;
    return { total: 0, page: part.page, limit: part.limit, urls: [] };
  }
}

/** The ids of all links that a view finds. */
async function fetchIds(view: ListView, onProgress: OnProgress): Promise<number[]> {
  const ids = new Set<number>();
  for (let page = 1; ; page += 1) {
    // The oldest come first: a link that is added meanwhile moves no other to another page.
    const { total, urls } = await fetchPart(view, { page, limit: LIMIT_MAX, order: 'asc' });
    for (const { id } of urls) ids.add(id);
    if (urls.length === 0 || page * LIMIT_MAX >= total) return [...ids];
    onProgress({ done: 0, total });
  }
}

/** The first links that a view finds, in its order. */
export async function fetchFirst(view: ListView, most: number): Promise<Link[]> {
  const links: Link[] = [];
  for (let page = 1; links.length < most; page += 1) {
    const { urls } = await fetchPage({ ...view, page, size: LIMIT_MAX });
    links.push(...urls);
    if (urls.length < LIMIT_MAX) break;
  }
  return links.slice(0, most);
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

/** Some links, or all that a view finds, of which some are known. */
export interface LinksToDelete {
  readonly links: readonly Link[];
  readonly all: { readonly view: ListView; readonly total: number } | null;
  readonly onProgress: OnProgress;
  /** Told of those that are deleted as soon as they are. */
  readonly onPart: (ids: readonly number[]) => void;
}

/** Deletes links and tells how many there were: one by its code, several by their ids. */
async function deleteAll({ links, all, onProgress, onPart }: LinksToDelete): Promise<number> {
  const [first] = links;
  if (all === null && first !== undefined && links.length === 1) {
    await call(deleteLink, { short_url: first.short_url });
    onPart([first.id]);
    return 1;
  }
  const ids = all === null ? links.map(({ id }) => id) : await fetchIds(all.view, onProgress);
  return runInChunks(ids, onProgress, async (chunk) => {
    const count = await call(deleteLinks, { ids: chunk });
    onPart(chunk);
    return count;
  });
}

/** Works through ids by as many as one call takes, and sums up what each call counts. */
async function runInChunks(
  ids: readonly number[],
  onProgress: OnProgress,
  work: (chunk: number[]) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (let done = 0; done < ids.length; done += CALL_MAX) {
    if (ids.length > CALL_MAX) onProgress({ done, total: ids.length });
    sum += await work(ids.slice(done, done + CALL_MAX));
  }
  return sum;
}

export function useRestoreLinks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, onProgress }: { ids: readonly number[]; onProgress: OnProgress }) =>
      runInChunks(ids, onProgress, (chunk) => call(restoreLinks, { ids: chunk })),
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
