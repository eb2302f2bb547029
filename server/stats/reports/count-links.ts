import { readSettled, type Detail } from '../detail.ts';
import { mergeAll, type LinkPeople } from '../link-people.ts';
import { decodeRuns, type LinkRuns } from '../link-runs.ts';
import { SITE_ID } from '../record-visits.ts';
import { HAS_VALUES, type Scan } from './compile-scan.ts';
import { LinkCounts, type SettledLinks } from './link-counts.ts';
import type { Days } from './link-list.ts';
import { readSettledOf } from './reports.store.ts';
import { unite, type RowSet } from './row-set.ts';
import { selectRows, sievesOf } from './select-rows.ts';
import type { DaysByLink } from './settled-copy.ts';
import type { Source } from './source.ts';

/**
 * How many clicks of an audience each link had on some days that pass filters, for which all clicks of
 * the site are looked at: those of settled days once, and then again from memory.
 */
export async function countLinks(source: Source, { first, last }: Days): Promise<LinkCounts> {
  const { openDays, memory, settledRevision, audience, filters, keys } = source;
  // Nobody ever came with what is filtered by.
  if (keys === null) return new LinkCounts();
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const settled = days.filter((day) => !openDays.has(day));
  const open = days.filter((day) => openDays.has(day));
  const key = JSON.stringify([audience, filters, first, last, open]);
  const settledOnes = await memory.links.get(settledRevision, key, () =>
    countSettled(source, keys, settled),
  );
  const openOnes: LinkPeople[] = [];
  for (const day of open) openOnes.push(...(await countOpen(source, day)));
  return new LinkCounts(settledOnes, mergeAll(openOnes));
}

async function countSettled(
  source: Source,
  keys: readonly number[],
  days: readonly number[],
): Promise<SettledLinks> {
  const { facts, memory, settledRevision: revision } = source;
  const copied = memory.settledCopy?.findByLink(keys, facts.rules.version, { revision, days });
  const links =
    copied === undefined || copied === null
      ? await countStored(source, days)
      : countCopied(copied, source.scan());
  const ownIds = links.linkIds === copied?.linkIds ? 0 : links.linkIds.byteLength;
  return { ...links, bytes: ownIds + links.people.byteLength };
}

async function countStored({ engine, scan }: Source, days: readonly number[]): Promise<LinkPeople> {
  const counts: LinkPeople[] = [];
  for await (const { body } of readSettledOf(engine, SITE_ID, days)) {
    const detail = readSettled(body);
    if (detail.runs === null) continue;
    counts.push(countRuns(detail, decodeRuns(detail.runs), scan()));
  }
  return mergeAll(counts);
}

/** Counts the clicks of an open day, some of which may be settled. */
async function countOpen(
  { engine, facts, memory, scan }: Source,
  day: number,
): Promise<LinkPeople[]> {
  const { settled, parts } = await memory.openDetails.read(engine, facts, SITE_ID, day);
  const counts: LinkPeople[] = [];
  if (settled !== null && settled.runs !== null) {
    counts.push(countRuns(settled, decodeRuns(settled.runs), scan()));
  }
  for (const { detail, runs } of parts) {
    if (runs !== null) counts.push(countRuns(detail, runs, scan()));
  }
  return counts;
}

function countCopied({ linkIds, days }: DaysByLink, scan: Scan): LinkPeople {
  const counts = new Uint32Array(linkIds.length);
  for (const { clicks: body, links, frequent } of days) {
    const detail = readSettled(body);
    const { clicks } = detail;
    if (frequent === null) {
      const rows = findPassing(detail, scan);
      for (let i = 0; i < rows.length; i += 1) counts[links[rows[i]!]!]! += clicks[rows[i]!]!;
    } else {
      const audience = audienceOf(frequent.classes, scan.audience);
      addInAll([audience, ...frequent.values], links, clicks, counts);
    }
  }
  return keepVisited(linkIds, counts);
}

/** The rows of an audience. */
function audienceOf(classes: readonly RowSet[], audience: Uint8Array): RowSet {
  return classes.filter((_, clickClass) => audience[clickClass] === 1).reduce(unite);
}

/** Adds up by their links the clicks of those rows that are in all sets. */
function addInAll(
  [first, ...others]: readonly [RowSet, ...RowSet[]],
  links: Uint32Array,
  clicks: Uint8Array,
  counts: Uint32Array,
): void {
  for (let at = 0; at < first.length; at += 1) {
    let bits = first[at]!;
    for (let i = 0; i < others.length; i += 1) bits &= others[i]![at]!;
    for (; bits !== 0; bits &= bits - 1) {
      const row = at * 32 + 31 - Math.clz32(bits & -bits);
      counts[links[row]!]! += clicks[row]!;
    }
  }
}

/** Counts the clicks that pass by whose they are. */
function countRuns(detail: Detail, { linkIds, ends }: LinkRuns, scan: Scan): LinkPeople {
  const rows = findPassing(detail, scan);
  const clicks = detail.form === 'settled' ? detail.clicks : null;
  const counts = new Uint32Array(linkIds.length);
  let place = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    while (row >= ends[place]!) place += 1;
    counts[place]! += clicks === null ? 1 : clicks[row]!;
  }
  return keepVisited(linkIds, counts);
}

/** The rows that pass the filters and are of the audience. */
function findPassing(detail: Detail, { passing, kinds }: Scan): Uint32Array {
  const { agent, scan } = detail;
  const rows = selectRows(detail.rows, sievesOf(detail, passing));
  let count = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    rows[count] = row;
    // Settled a moment ago by somebody who has met others.
    const kind = kinds[2 * agent[row]! + scan[row]!] ?? 0;
    count += (kind & HAS_VALUES) === 0 ? 0 : 1;
  }
  return rows.subarray(0, count);
}

/** How many links of those that may have clicks must have some for the others to stay beside them. */
const DENSE_SHARE = 1 / 3;

/** The links that have any; others stay, with none, where all take no more room than those alone would. */
function keepVisited(linkIds: Float64Array, counts: Uint32Array): LinkPeople {
  let visited = 0;
  // Without a branch, which the processor would guess wrong.
  for (let place = 0; place < counts.length; place += 1) visited += Math.min(counts[place]!, 1);
  if (visited >= DENSE_SHARE * linkIds.length) return { linkIds, people: counts };
  // Behind the last one stands what comes after it.
  const kept = { linkIds: new Float64Array(visited + 1), people: new Uint32Array(visited + 1) };
  let at = 0;
  for (let place = 0; place < counts.length; place += 1) {
    kept.linkIds[at] = linkIds[place]!;
    kept.people[at] = counts[place]!;
    at += Math.min(counts[place]!, 1);
  }
  return {
    linkIds: kept.linkIds.subarray(0, visited),
    people: kept.people.subarray(0, visited),
  };
}
