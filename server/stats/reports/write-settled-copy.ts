import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import type { Engine } from '../../engine/engine.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { CLASSES, classOf } from '../classes.ts';
import { DaySumBuilder } from '../day-sum-builder.ts';
import { readSettled, type SettledDetail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { decodeRuns, encodeRuns, ofNobody, uniteLinks, writePlaces } from '../link-runs.ts';
import { SITE_ID } from '../record-visits.ts';
import { blockOf } from './day-block.ts';
import { findPairs } from './frequent-pairs.ts';
import { filterOfKey, findFrequentValues } from './frequent-values.ts';
import { compileFilters, type Passing } from './report-query.ts';
import { readSettledOf, selectSumsOf } from './reports.store.ts';
import { addRow, emptyRowSet, toRowSet } from './row-set.ts';
import { selectRows, sievesOf } from './select-rows.ts';
import {
  FORM,
  LENGTH_BYTES,
  pad,
  type Index,
  type Lengths,
  type LinkCopy,
  type PairCopy,
  type PairLengths,
  type SectionIndex,
  type ValueCopy,
} from './settled-copy-file.ts';

/** What a copy is made of. */
interface CopySource {
  readonly engine: Engine;
  readonly facts: Facts;
  /** Of the settled days, as it was before anything was read of them. */
  readonly revision: string;
  /** All that are settled, in their order. */
  readonly settled: readonly number[];
  readonly open: readonly number[];
  /** Those of which there are clicks. */
  readonly days: readonly number[];
  /** The links that it has beside the site. */
  readonly linkIds: readonly number[];
  /** What a former copy by the same rules has of the days of the site. */
  readonly formerDays: LinkCopy['days'];
}

/**
 * Writes a copy of the settled clicks of the site and of some links so that it outlives a power cut; false
 * when it would take more bytes than it may. It is worth nothing when the revision is another by then.
 * Throws what the database and the file system throw.
 */
export async function writeCopy(
  source: CopySource,
  path: string,
  bytesMax: number,
): Promise<boolean> {
  const { revision, facts, open, linkIds } = source;
  const out = { fd: openSync(path, 'w', 0o600), bytes: 0, bytesMax };
  try {
    const sections: (readonly [number, number])[] = [];
    for (const linkId of [SITE_ID, ...linkIds]) {
      const before = out.bytes;
      await writeSection(out, source, linkId);
      if (!isWithin(out)) return false;
      sections.push([linkId, out.bytes - before]);
    }
    writeIndex(out, { form: FORM, revision, rules: facts.rules.version, open, sections });
    fsyncSync(out.fd);
    return isWithin(out);
  } finally {
    closeSync(out.fd);
  }
}

/** The file that is written. */
interface Output {
  readonly fd: number;
  readonly bytesMax: number;
  bytes: number;
}

function isWithin({ bytes, bytesMax }: Output): boolean {
  return bytes <= bytesMax;
}

async function writeSection(out: Output, source: CopySource, linkId: number): Promise<void> {
  const days =
    linkId === SITE_ID
      ? await writeSiteDays(out, source)
      : { days: await writeLinkDays(out, source, linkId), links: 0 };
  writeIndex(out, { ...days, ...(await writeSums(out, source, linkId)) });
}

async function writeSiteDays(
  out: Output,
  { engine, facts, days, formerDays }: CopySource,
): Promise<Pick<SectionIndex, 'days' | 'links'>> {
  const frequent = await findFrequentValues(engine, days);
  const sum = new DaySumBuilder(facts);
  const written: SectionIndex['days'][number][] = [];
  const runs: Uint8Array[] = [];
  for await (const { day, body } of readSettledOf(engine, SITE_ID, days)) {
    if (!isWithin(out)) break;
    await yieldToRequests();
    writePadded(out, body);
    // They may name what others have stored a moment ago, which may mean what is not stored yet.
    await facts.refresh();
    await facts.save();
    const detail = readSettled(body);
    const former = formerDays.get(day);
    const known = former !== undefined && areSame(former.clicks, body) ? former : null;
    const classes = known?.classes ?? findClasses(facts, sum, detail);
    const values = frequent.map((key): [number, ValueCopy] => [
      key,
      known?.values.get(key) ?? findValue(sum, detail, compileFilters(facts, filterOfKey(key))),
    ]);
    const pairs = findPairs(values, detail.rows).map(({ keys, rows }): PairCopy => {
      const same = known?.pairs.find((pair) => keys.every((key) => pair.keys.includes(key)));
      return same ?? { keys, sum: sumRows(sum, detail, selectRows(detail.rows, [], rows)) };
    });
    written.push({
      day,
      clicks: body.length,
      rows: detail.rows,
      classes: writeValues(out, [...classes.entries()]),
      values: writeValues(out, values),
      pairs: writePairs(out, pairs),
    });
    // Not the whole body with them.
    runs.push(new Uint8Array(detail.runs ?? encodeRuns(ofNobody(detail.rows))));
  }
  return { days: written, links: await writeLinks(out, runs) };
}

/** Writes whose the rows of days are; returns how many links that are. */
async function writeLinks(out: Output, days: readonly Uint8Array[]): Promise<number> {
  let all = new Float64Array() as Float64Array;
  for (const body of days) {
    await yieldToRequests();
    all = uniteLinks([all, decodeRuns(body).linkIds]);
  }
  writePadded(out, bytesOf(all));
  for (const body of days) {
    if (!isWithin(out)) break;
    await yieldToRequests();
    const runs = decodeRuns(body);
    const places = new Int32Array(runs.ends.at(-1) ?? 0);
    writePlaces(runs, all, places, 0);
    writePadded(out, bytesOf(places));
  }
  return all.length;
}

async function writeLinkDays(
  out: Output,
  { engine, days }: CopySource,
  linkId: number,
): Promise<SectionIndex['days']> {
  const written: SectionIndex['days'][number][] = [];
  for await (const { day, body } of readSettledOf(engine, linkId, days)) {
    if (!isWithin(out)) break;
    await yieldToRequests();
    writePadded(out, body);
    written.push({ day, clicks: body.length, rows: 0, classes: [], values: [], pairs: [] });
  }
  return written;
}

async function writeSums(
  out: Output,
  { engine, facts, settled }: CopySource,
  linkId: number,
): Promise<Pick<SectionIndex, 'sums' | 'blocks'>> {
  const sums: (readonly [number, number])[] = [];
  const blocks: (readonly [number, Uint8Array])[] = [];
  const sum = new DaySumBuilder(facts);
  for (const [block, days] of Map.groupBy(settled, blockOf)) {
    if (!isWithin(out)) break;
    await yieldToRequests();
    for (const { day, body } of await selectSumsOf(engine, linkId, days)) {
      writePadded(out, body);
      sums.push([day, body.length]);
      sum.addStored(body);
    }
    blocks.push([block, sum.take()]);
  }
  for (const [, body] of blocks) writePadded(out, body);
  return { sums, blocks: blocks.map(([block, body]) => [block, body.length]) };
}

/** The clicks of a day by their classes. */
function findClasses(facts: Facts, sum: DaySumBuilder, detail: SettledDetail): ValueCopy[] {
  const { rows, agent, scan } = detail;
  const agents = facts.all('agent');
  const sets = Array.from({ length: CLASSES }, () => emptyRowSet(rows));
  for (let row = 0; row < rows; row += 1) {
    addRow(sets[classOf(agents[agent[row]!]!.class, scan[row] === 1)]!, row);
  }
  const every = new Uint8Array(CLASSES).fill(1);
  return sets.map((set) => {
    return { sum: sumRows(sum, detail, selectRows(rows, [], set), every), rows: set };
  });
}

/** Those clicks of a day that pass. */
function findValue(sum: DaySumBuilder, detail: SettledDetail, passing: Passing): ValueCopy {
  const rows = selectRows(detail.rows, sievesOf(detail, passing));
  return { sum: sumRows(sum, detail, rows), rows: toRowSet(detail.rows, rows) };
}

/** The sum of some rows of a day, of values what it says of people, or of other classes. */
function sumRows(
  sum: DaySumBuilder,
  detail: SettledDetail,
  rows: Int32Array,
  classes?: Uint8Array,
): Uint8Array {
  sum.addDetail({ detail, from: 0, to: rows.length }, rows, classes);
  return sum.take();
}

function areSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function writeIndex(out: Output, index: Index | SectionIndex): void {
  const json = JSON.stringify(index);
  // Spaces, which are nothing in JSON.
  const bytes = Buffer.from(json.padEnd(pad(json.length + LENGTH_BYTES) - LENGTH_BYTES));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(bytes.length);
  writePadded(out, Buffer.concat([bytes, length]));
}

/** Writes of each the sum and its rows. */
function writeValues(
  out: Output,
  values: readonly (readonly [key: number, value: ValueCopy])[],
): Lengths {
  for (const [, { sum, rows }] of values) {
    writePadded(out, sum);
    writePadded(out, bytesOf(rows));
  }
  return values.map(([key, { sum }]) => [key, sum.length]);
}

/** Writes of each the sum. */
function writePairs(out: Output, pairs: readonly PairCopy[]): PairLengths {
  for (const { sum } of pairs) writePadded(out, sum);
  return pairs.map(({ keys: [key, other], sum }) => [key, other, sum.length]);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Writes bytes, and as many more that what follows stands where a number of eight bytes could. */
function writePadded(out: Output, bytes: Uint8Array): void {
  writeFileSync(out.fd, bytes);
  writeFileSync(out.fd, new Uint8Array(pad(bytes.length) - bytes.length));
  out.bytes += pad(bytes.length);
}
