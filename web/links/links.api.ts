import type * as contract from '../../contracts/links/links.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IDS_MAX, LIMIT_MAX, type SortColumn } from '../../contracts/links/links.constants.ts';
import type { getLines } from '../../contracts/stats/stats.ts';
import type { ReplyOf, RequestOf } from '../../contracts/route.ts';
import { call, endpoint } from '../api.ts';
import { isNothingFound } from '../failure.ts';
import { useChange } from '../parts/use-change.ts';
import { toRequest, type ListView, type Order, type SearchPlace } from './search/list-search.ts';

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

export function isExpired({ expires_at: at }: Link): boolean {
  return at !== 0 && at * 1000 <= Date.now();
}

/** True when the clicks of a link have reached its limit. */
export function isUsedUp(link: Link): boolean {
  return link.state === 'expired' && !isExpired(link);
}

type OnProgress = (progress: { readonly done: number; readonly total: number }) => void;

/** The prefix of the query keys of links. */
export const linksKey = ['links'];
/** Turning pages within this time does not refetch sparklines. In milliseconds. */
const LINES_FRESH_MS = 60_000;

export function useLinks(view: ListView) {
  return useQuery({
    queryKey: [...linksKey, view],
    queryFn: ({ signal }) => fetchPage(view, signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * People on each of the last days, by the id of the link. The list does not wait for them:
 * undefined while they load and when they fail.
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

/** A page of the list or of a search. */
export interface FoundPage extends LinkPage {
  /** True: no short link begins with the keyword, and these links have it in another text. */
  readonly isInOtherTexts: boolean;
}

/** How many links hold the keyword of a search for codes elsewhere, beside the `shown` ones. */
export function useElsewhere(view: ListView, shown: number): number {
  const { keyword, filters, filter } = view;
  const { data = shown } = useQuery({
    queryKey: [...linksKey, 'elsewhere', keyword, filters],
    queryFn: ({ signal }) => fetchPlace(view, 'everywhere', { page: 1, limit: 1 }, signal),
    select: ({ total }) => total,
    enabled: filter === 'short_url' && keyword !== '' && shown > 0,
  });
  return Math.max(0, data - shown);
}

/** Without a sort column, the list is in order of date and a search in the order of the server. */
function fetchPage(view: ListView, signal?: AbortSignal): Promise<FoundPage> {
  const { keyword, page, size, order } = view;
  const sort = view.sort ?? (keyword === '' ? 'created_at' : null);
  return fetchPart(view, { page, limit: size, ...(sort !== null && { sort, order }) }, signal);
}

/** What may be a whole short link: text before and behind a slash. */
const HOST_AND_CODE = /.\/./;

interface Part {
  readonly page: number;
  readonly limit: number;
  readonly sort?: SortColumn;
  readonly order?: Order;
}

/**
 * Fetches a part of a view. A search for codes that finds none falls back to all texts; one
 * everywhere for a whole short link looks that up first, because no text of the link holds it.
 */
async function fetchPart(view: ListView, part: Part, signal?: AbortSignal): Promise<FoundPage> {
  const { filter, keyword } = view;
  if (filter === 'everywhere' && HOST_AND_CODE.test(keyword)) {
    const page = await fetchPlace(view, 'short_url', part, signal);
    if (page.total > 0) return { ...page, isInOtherTexts: false };
  }
  const page = await fetchPlace(view, filter, part, signal);
  if (keyword === '' || filter !== 'short_url' || page.total > 0) {
    return { ...page, isInOtherTexts: false };
  }
  const elsewhere = await fetchPlace(view, 'everywhere', part, signal);
  return { ...elsewhere, isInOtherTexts: elsewhere.total > 0 };
}

async function fetchPlace(
  { keyword, filters }: ListView,
  place: SearchPlace,
  part: Part,
  signal?: AbortSignal,
): Promise<LinkPage> {
  const fields = { ...toRequest(filters), ...part };
  if (keyword === '') return call(listLinks, fields, undefined, signal);
  if (place === 'everywhere') return call(listLinks, { q: keyword, ...fields }, undefined, signal);
  try {
    return await call(searchLinks, { filter: place, keyword, ...fields }, undefined, signal);
  } catch (error) {
    if (!isNothingFound(error)) throw error;
    return { total: 0, page: part.page, limit: part.limit, urls: [] };
  }
}

/** The ids of all links in a view. */
async function fetchIds(view: ListView, onProgress: OnProgress): Promise<number[]> {
  const ids = new Set<number>();
  for (let page = 1; ; page += 1) {
    // Oldest first: a link added in the meantime does not shift the pages.
    const { total, urls } = await fetchPart(view, { page, limit: LIMIT_MAX, order: 'asc' });
    for (const { id } of urls) ids.add(id);
    if (urls.length === 0 || page * LIMIT_MAX >= total) return [...ids];
    onProgress({ done: 0, total });
  }
}

/** The first `most` links of a view, in its order. */
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
  return useLinksMutation((change: LinkChange) => call(updateLink, change));
}

export function useDeleteLinks() {
  return useLinksMutation(deleteAll);
}

/** A change of links. Fetches the lists again, also when only a part of it was done. */
export function useLinksMutation<Request, Reply>(change: (request: Request) => Promise<Reply>) {
  return useChange(change, linksKey);
}

/** The links to delete: `links`, or everything in a view (`all`), where `links` are a part. */
export interface LinksToDelete {
  readonly links: readonly Link[];
  readonly all: { readonly view: ListView; readonly total: number } | null;
  readonly onProgress: OnProgress;
  /** Receives the ids of each deleted part at once. */
  readonly onPart: (ids: readonly number[]) => void;
}

/** Deletes links: one by its code, several by id. Returns the number of deleted links. */
async function deleteAll({ links, all, onProgress, onPart }: LinksToDelete): Promise<number> {
  const [first] = links;
  if (all === null && first !== undefined && links.length === 1) {
    await call(deleteLink, { domain: first.domain, short_url: first.short_url });
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

/** Runs `work` on chunks of ids within the limit of a call. Returns the sum of the results. */
async function runInChunks(
  ids: readonly number[],
  onProgress: OnProgress,
  work: (chunk: number[]) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (let done = 0; done < ids.length; done += IDS_MAX) {
    if (ids.length > IDS_MAX) onProgress({ done, total: ids.length });
    sum += await work(ids.slice(done, done + IDS_MAX));
  }
  return sum;
}

interface LinksToRestore {
  readonly ids: readonly number[];
  readonly onProgress: OnProgress;
}

export function useRestoreLinks() {
  return useLinksMutation(({ ids, onProgress }: LinksToRestore) =>
    runInChunks(ids, onProgress, (chunk) => call(restoreLinks, { ids: chunk })),
  );
}

/** The title of a page; empty when the server cannot read the page. */
export async function fetchTitle(url: string): Promise<string> {
  try {
    return (await call(fetchMetadata, { url })).title;
  } catch {
    return '';
  }
}
