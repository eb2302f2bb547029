import { joinCode } from '../../../contracts/links/domain-code.ts';
import { SEARCH_MAX, type SearchFilter } from '../../../contracts/links/links.constants.ts';
import type { Reach } from '../../access/reach.ts';
import { foldCode } from '../../engine/texts/code-spellings.ts';
import type { Engine, LinkRow } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import type { LinkSet } from '../../search/link-set.ts';
import { findMatches } from '../../search/search.ts';
import { findLinks, type ListFilter } from './find-links.ts';
import { selectByPrefix } from './link-filter.store.ts';
import { listFrom, listMatchesFrom, SORTED_MAX, type Place, type Start } from './list-from.ts';
import {
  hasIndex,
  isSortedByCounts,
  countByPrefix,
  countLinks,
  keepWithin,
  selectByIds,
  selectIds,
  selectIdsByPrefix,
  sortIds,
  type CodePrefix,
  type Slice,
  type Sorting,
} from './link-list.store.ts';

/** `page` counts from 1. */
export interface Page extends Sorting {
  readonly page: number;
  readonly limit: number;
}

/** The next links by id. `after` 0 = from the first. */
export interface Step {
  readonly after: number;
  readonly limit: number;
  readonly order: Sorting['order'];
}

interface Found {
  readonly total: number;
  readonly rows: LinkRow[];
}

export interface Wanted {
  readonly field: SearchFilter;
  readonly keyword: string;
  readonly filter: ListFilter;
}

/** Reads a slice of links that includes all matches. */
type Walk = (sorting: Sorting, slice: Slice) => Promise<number[]>;

interface Way {
  /** By default through all links. */
  readonly walk?: Walk | undefined;
  /** Which of these links belong to the list, in their order. */
  readonly keep: (ids: readonly number[]) => readonly number[] | Promise<readonly number[]>;
}

/** How long a list waits for the update of its order, in milliseconds. */
const PATIENCE_MS = 2000;
/** Links of the first step of a walk; each step doubles, up to the maximum. */
const WALK_STEP = 1000;
const WALK_STEP_MAX = 40_000;

export interface LinkListsOptions {
  readonly engine: Engine;
  /** The hosts of further domains. */
  readonly domains: () => readonly string[];
  /** Updates the orders by clicks and last click. */
  readonly sortByClicks: () => Promise<unknown>;
  /** Receives errors that do not fail the answer: the list keeps its former order. */
  readonly onError: (error: unknown) => void;
}

/** The prefixes to search codes for; the first one with matches is used. */
export function codeSpellings(keyword: string, domains: readonly string[]): readonly CodePrefix[] {
  const code = keyword.replace(/^\//, '');
  const main = keyword.includes('/') ? ['/'] : ['', '/'];
  const starts = [...main, ...domains.map((domain) => joinCode(domain, ''))];
  return starts.flatMap((start): CodePrefix[] => {
    const folded = start + foldCode(code);
    return [
      { column: 'short_url', prefix: start + code },
      { column: 'short_url', prefix: folded },
      { column: 'folded_code', prefix: folded },
    ];
  });
}

/** Lists all links, or matches of a search, in any order, by page. */
export class LinkLists {
  readonly #engine: Engine;
  readonly #options: LinkListsOptions;

  constructor(options: LinkListsOptions) {
    this.#engine = options.engine;
    this.#options = options;
  }

  async all(reach: Reach, filter: ListFilter, page: Page): Promise<Found> {
    const total = isFiltered(filter) ? null : await countLinks(this.#engine, reach);
    const isWalked = !hasIndex(reach, page);
    if (total === null || (isWalked && total <= SORTED_MAX)) {
      return this.#show(reach, await this.#applyFilter(reach, filter), page);
    }
    await this.#prepareOrder(page);
    const ids = await selectFromNearerEnd(total, page, (sorting, slice) =>
      isWalked
        ? this.#walkAll(sorting, slice, { keep: (step) => keepWithin(this.#engine, reach, step) })
        : selectIds(this.#engine, reach, sorting, slice),
    );
    return { total, rows: await selectByIds(this.#engine, reach, ids) };
  }

  /** Links below an id, or above it in ascending order: each comes once, whatever changes. */
  async after(reach: Reach, filter: ListFilter, { after, limit, order }: Step): Promise<Found> {
    const place = after === 0 ? null : { id: after, values: [] };
    const { total, places } = await this.#listPlaces(reach, filter, { place, size: limit, order });
    const ids = places.map(({ id }) => id);
    return {
      total: total ?? (await countLinks(this.#engine, reach)),
      rows: await selectByIds(this.#engine, reach, ids),
    };
  }

  /** The next links of an order, with their places. An order by clicks is updated at its start only. */
  async from(
    reach: Reach,
    filter: ListFilter,
    start: Start,
  ): Promise<{ readonly places: Place[]; readonly rows: LinkRow[] }> {
    if (start.place === null) await this.#prepareOrder(start);
    const { places } = await this.#listPlaces(reach, filter, start);
    const ids = places.map(({ id }) => id);
    return { places, rows: await selectByIds(this.#engine, reach, ids) };
  }

  /** `total` is null where no filter was applied. */
  async #listPlaces(
    reach: Reach,
    filter: ListFilter,
    start: Start,
  ): Promise<{ readonly total: number | null; readonly places: Place[] }> {
    if (!isFiltered(filter) && hasIndex(reach, start)) {
      return { total: null, places: await listFrom(this.#engine, reach, start) };
    }
    const matches = await this.#applyFilter(reach, filter);
    return { total: matches.size, places: await listMatchesFrom(this.#engine, matches, start) };
  }

  /** Searches codes (exact match first, then by prefix), or text anywhere in another field. */
  async search(reach: Reach, wanted: Wanted, page: Page): Promise<Found> {
    const { field, keyword, filter } = wanted;
    if (field === 'short_url') return this.#searchCodes(reach, wanted, page);
    const among = await findMatches(this.#engine, [field], keyword);
    return this.#show(reach, await this.#applyFilter(reach, filter, among), page);
  }

  /** For a filter with a field, a limited reach, or links to choose from. */
  async #applyFilter(reach: Reach, filter: ListFilter, among?: LinkSet): Promise<LinkSet> {
    return (await findLinks(this.#engine, reach, { filter, among, now: nowSeconds() }))!;
  }

  /** `matches` are within reach, so a walk passes over all others. */
  async #show(reach: Reach, matches: LinkSet, page: Page, walk?: Walk): Promise<Found> {
    const total = matches.size;
    const ids =
      page.sort === undefined && page.order === 'desc'
        ? matches.newest((page.page - 1) * page.limit, page.limit)
        : await selectFromNearerEnd(total, page, (sorting, slice) =>
            this.#sortMatches(matches, sorting, slice, walk),
          );
    return { total, rows: await selectByIds(this.#engine, reach, ids) };
  }

  async #searchCodes(reach: Reach, { keyword, filter }: Wanted, page: Page): Promise<Found> {
    for (const prefix of codeSpellings(keyword, this.#options.domains())) {
      if (isFiltered(filter)) {
        const prefixed = await selectByPrefix(this.#engine, prefix);
        const matches = await this.#applyFilter(reach, filter, prefixed);
        if (matches.size === 0) continue;
        if (page.sort !== undefined) return this.#show(reach, matches, page);
        const byCode = { ...page, sort: 'short_url', order: 'asc' } as const;
        return this.#show(reach, matches, byCode, (sorting, slice) =>
          selectIdsByPrefix(this.#engine, 'all', prefix, { ...sorting, ...slice }),
        );
      }
      const total = await countByPrefix(this.#engine, reach, prefix);
      if (total === 0) continue;
      const slice = { ...page, skip: (page.page - 1) * page.limit, size: page.limit };
      const ids = await selectIdsByPrefix(this.#engine, reach, prefix, slice);
      return { total, rows: await selectByIds(this.#engine, reach, ids) };
    }
    return { total: 0, rows: [] };
  }

  async #sortMatches(
    matches: LinkSet,
    sorting: Sorting,
    slice: Slice,
    walk: Walk | undefined,
  ): Promise<number[]> {
    if (matches.size <= SORTED_MAX) {
      return sortIds(this.#engine, matches.ids, sorting, slice);
    }
    await this.#prepareOrder(sorting);
    const keep = (ids: readonly number[]) => ids.filter((id) => matches.has(id));
    return this.#walkAll(sorting, slice, { walk, keep });
  }

  /** Walks through all links in an order until enough of them are kept. */
  async #walkAll(sorting: Sorting, { skip: passed, size: limit }: Slice, way: Way) {
    const { keep, walk = (...step) => selectIds(this.#engine, 'all', ...step) } = way;
    const ids: number[] = [];
    const end = passed + limit;
    for (let skip = 0, size = WALK_STEP; ids.length < end;) {
      const step = await walk(sorting, { skip, size });
      if (step.length === 0) break;
      ids.push(...(await keep(step)));
      skip += size;
      // Each step skips all links before it, so larger steps cost less.
      size = Math.min(size * 2, WALK_STEP_MAX);
      await yieldToRequests();
    }
    return ids.slice(passed, end);
  }

  /** Waits for the order by clicks or last click, two seconds at most. */
  async #prepareOrder({ sort }: Sorting): Promise<void> {
    if (!isSortedByCounts({ sort })) return;
    const { sortByClicks, onError } = this.#options;
    await Promise.race([sortByClicks().catch(onError), Bun.sleep(PATIENCE_MS)]);
  }
}

function isFiltered(filter: ListFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Reads from the nearer end of the list: skipping is what costs. */
async function selectFromNearerEnd(
  total: number,
  { page, limit, sort, order }: Page,
  select: (sorting: Sorting, slice: Slice) => Promise<number[]>,
): Promise<number[]> {
  const skip = (page - 1) * limit;
  const size = Math.min(limit, total - skip);
  if (size <= 0) return [];
  if (skip <= total / 2) return select({ sort, order }, { skip, size });
  const backwards = order === 'asc' ? 'desc' : 'asc';
  const ids = await select({ sort, order: backwards }, { skip: total - skip - size, size });
  return ids.toReversed();
}

/** Without page and limit, a search returns all that one answer may hold. */
export function searchPage(
  page: number | undefined,
  limit: number | undefined,
  sorting: Sorting,
): Page {
  const size = limit ?? (page === undefined ? SEARCH_MAX : 10);
  return { page: page ?? 1, limit: size, ...sorting };
}
