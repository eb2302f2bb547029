import { readSettled, type Detail, type SettledDetail } from '../detail.ts';
import { mergeAll, NOBODY, type LinkPeople } from '../link-people.ts';
import { decodeRuns, writePlaces } from '../link-runs.ts';
import { SITE_ID } from '../record-visits.ts';
import { addClicks } from './add-clicks.ts';
import { clickColumns, type ClickColumns } from './click-columns.ts';
import { HAS_VALUES, type Scan } from './compile-scan.ts';
import { align, keepBest, type BestLinks, type LinkClicks } from './link-clicks.ts';
import type { Days } from './link-list.ts';
import { readSettledOf } from './reports.store.ts';
import { intersect, unite, type RowSet } from './row-set.ts';
import { selectRows, sievesOf } from './select-rows.ts';
import type { DayByLink, DaysByLink } from './settled-copy.ts';
import type { Source } from './source.ts';

/** On which days clicks are counted. */
export interface CountedDays {
  readonly now: Days;
  /** Null: nobody asks. */
  readonly before: Days | null;
}

/**
 * The best links, so many of either kind, by their clicks of an audience that pass filters on those days that are
 * settled: for that all clicks of the site are looked at once, and then the best are remembered.
 */
export async function countSettled(
  source: Source,
  days: CountedDays,
  max: number,
): Promise<BestLinks> {
  const { memory, settledRevision, audience, filters } = source;
  const open = pickDays(source, days, true);
  const key = JSON.stringify([audience, filters, days, open, max]);
  return await memory.links.get(settledRevision, key, async () => {
    const { now, before } = pickDays(source, days, false);
    const copied = countCopied(source, now, before);
    if (copied !== null) return keepBest(copied, max);
    const clicksNow = await countStored(source, now);
    return keepBest(align(clicksNow, await countStored(source, before)), max);
  });
}

/** The same clicks of all links on those days that are open, some of which may be settled. */
export async function countOpen(source: Source, days: CountedDays): Promise<LinkClicks> {
  const { now, before } = pickDays(source, days, true);
  const clicksNow = await countOpenOn(source, now);
  return align(clicksNow, await countOpenOn(source, before));
}

/** Those of some days that are open, or those that are settled. */
function pickDays({ openDays }: Source, { now, before }: CountedDays, areOpen: boolean) {
  const pick = (days: Days): number[] =>
    listDays(days).filter((day) => openDays.has(day) === areOpen);
  return { now: pick(now), before: before === null ? [] : pick(before) };
}

function listDays({ first, last }: Days): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

async function countStored(source: Source, days: readonly number[]): Promise<LinkPeople> {
  const { engine, keys, scan } = source;
  // Nobody ever came with what is filtered by.
  if (keys === null) return NOBODY;
  const counts: LinkPeople[] = [];
  for await (const { body } of readSettledOf(engine, SITE_ID, days)) {
    counts.push(countStoredDay(readSettled(body), scan()));
  }
  return mergeAll(counts);
}

/** Nobody knows of some days whose clicks these are. */
function countStoredDay(detail: SettledDetail, scan: Scan): LinkPeople {
  if (detail.runs === null) return NOBODY;
  const runs = decodeRuns(detail.runs);
  const places = new Int32Array(detail.rows);
  writePlaces(runs, runs.linkIds, places, 0);
  return countPassing(runs.linkIds, places, detail, scan);
}

async function countOpenOn(source: Source, days: readonly number[]): Promise<LinkPeople> {
  const { engine, facts, memory, keys, scan } = source;
  if (keys === null) return NOBODY;
  const counts: LinkPeople[] = [];
  for (const day of days) {
    const { settled, open } = await memory.openDetails.read(engine, facts, SITE_ID, day);
    if (settled !== null) counts.push(countStoredDay(settled, scan()));
    counts.push(countPassing(open.linkIds, open.places, open.detail, scan()));
  }
  return mergeAll(counts);
}

/** Where clicks of all links in a copy are counted: memory that is new takes the system as long as to count in it. */
let room = new Int32Array();

/**
 * The clicks of all links in the copy on settled days, and on those before; they stand until the next are
 * counted. Null when there is no copy of these days.
 */
function countCopied(
  source: Source,
  daysNow: readonly number[],
  daysBefore: readonly number[],
): LinkClicks | null {
  const copiedNow = findCopied(source, daysNow);
  const copiedBefore = findCopied(source, daysBefore);
  if (copiedNow === null || copiedBefore === null) return null;
  const { linkIds } = copiedNow;
  if (room.length < 2 * linkIds.length) room = new Int32Array(2 * linkIds.length);
  room.fill(0);
  const now = room.subarray(0, linkIds.length);
  const before = room.subarray(linkIds.length, 2 * linkIds.length);
  addCopied(copiedNow, source.scan(), now);
  addCopied(copiedBefore, source.scan(), before);
  return { linkIds, now, before };
}

function findCopied(
  { facts, memory, keys, settledRevision: revision }: Source,
  days: readonly number[],
): DaysByLink | null {
  if (keys === null) return null;
  return memory.settledCopy?.findByLink(keys, facts.rules.version, { revision, days }) ?? null;
}

/** Adds clicks to those of all links in the copy. */
function addCopied({ days }: DaysByLink, scan: Scan, counts: Int32Array): void {
  for (const day of days) addCopiedDay(day, scan, counts);
}

/** On its own, as the compiler takes new code for a function when it is called, and not in its midst. */
function addCopiedDay(
  { clicks: body, links, frequent }: DayByLink,
  scan: Scan,
  counts: Int32Array,
): void {
  const detail = readSettled(body);
  if (frequent === null) {
    addPassing(links, detail, scan, counts);
    return;
  }
  const sets = [...audienceOf(frequent.classes, scan.audience), ...frequent.values];
  const set = sets.length === 0 ? null : sets.reduce(intersect);
  addSet(set, links, detail.clicks, counts);
}

/** The set of the rows of an audience; none when all rows are. */
function audienceOf(classes: readonly RowSet[], audience: Uint8Array): readonly RowSet[] {
  const own = classes.filter((_, clickClass) => audience[clickClass] === 1);
  return own.length === classes.length ? [] : [own.reduce(unite)];
}

/**
 * Adds up by their links the clicks of the rows in a set, or of all rows. Two small functions would be compiled
 * into those that call them, again and again, for twenty milliseconds while somebody waits.
 */
function addSet(
  set: RowSet | null,
  links: Int32Array,
  clicks: Uint8Array,
  counts: Int32Array,
): void {
  if (set === null) {
    for (let row = 0; row < links.length; row += 1) addClicks(counts, links[row]!, clicks[row]!);
    return;
  }
  for (let at = 0; at < set.length; at += 1) {
    for (let bits = set[at]!; bits !== 0; bits &= bits - 1) {
      const row = at * 32 + 31 - Math.clz32(bits & -bits);
      addClicks(counts, links[row]!, clicks[row]!);
    }
  }
}

/** Counts the clicks of a day that pass by the links in whose places they stand. */
function countPassing(
  linkIds: Float64Array,
  places: Int32Array,
  detail: Detail,
  scan: Scan,
): LinkPeople {
  const counts = new Int32Array(linkIds.length);
  addPassing(places, detail, scan, counts);
  return keepVisited(linkIds, counts);
}

/** Adds up by the places of their links the clicks of those rows that pass. */
function addPassing(places: Int32Array, detail: Detail, scan: Scan, counts: Int32Array): void {
  const columns = clickColumns(detail);
  const rows = selectRows(detail.rows, sievesOf(columns, scan.passing));
  addAudience(columns, rows, scan, places, counts);
}

/** Adds up by the places of their links the clicks of those of some rows that are of the audience. */
function addAudience(
  { agent, scan, clicks }: ClickColumns,
  rows: Int32Array,
  { kinds }: Scan,
  places: Int32Array,
  counts: Int32Array,
): void {
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    // Settled a moment ago by somebody who has met others.
    const kind = kinds[2 * agent[row]! + scan[row]!] ?? 0;
    const isOfAudience = (kind & HAS_VALUES) === 0 ? 0 : 1;
    addClicks(counts, places[row]!, Math.imul(isOfAudience, clicks[row]!));
  }
}

/** The links that have any. */
function keepVisited(linkIds: Float64Array, counts: Int32Array): LinkPeople {
  // Behind the last one stands what comes after it.
  const visited = {
    linkIds: new Float64Array(counts.length),
    people: new Int32Array(counts.length),
  };
  let links = 0;
  for (let place = 0; place < counts.length; place += 1) {
    visited.linkIds[links] = linkIds[place]!;
    visited.people[links] = counts[place]!;
    // Without a branch, which the processor would guess wrong.
    links += Math.min(counts[place]!, 1);
  }
  return {
    linkIds: visited.linkIds.subarray(0, links),
    people: visited.people.subarray(0, links),
  };
}
