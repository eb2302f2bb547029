import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import type { Engine } from '../../engine/engine.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { DaySumBuilder } from '../day-sum-builder.ts';
import { readSettled, SETTLED_FORM, type SettledDetail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { SITE_ID } from '../record-visits.ts';
import { filterOfKey, findFrequentValues } from './frequent-values.ts';
import { compileFilters, type Passing } from './report-query.ts';
import { readSettledOf, selectSumsOf } from './reports.store.ts';
import { selectRows, sievesOf } from './select-rows.ts';

/*
 * A copy as a file: of each day the settled clicks, and their sums by filters, each where a number of
 * four bytes could stand; then the sums of all days; then the index as JSON, and its length, u32
 * little-endian.
 */

/** Another text for each form of copies, and of the clicks in them. */
const FORM = `4/${SETTLED_FORM}`;
/** How many days' sums are in memory at a time. */
const DAYS_AT_ONCE = 32;
/** Of the length of the index. */
const LENGTH_BYTES = 4;

type Lengths = readonly (readonly [key: number, bytes: number])[];

/** The end of a file: of each day how many bytes stand where. */
interface Index {
  readonly form: string;
  readonly revision: string;
  readonly rules: number;
  readonly open: readonly number[];
  readonly days: readonly {
    readonly day: number;
    readonly clicks: number;
    readonly sums: Lengths;
  }[];
  readonly sums: Lengths;
}

/** What a copy has of a day, in the bytes of its file. */
export interface DayCopy {
  readonly day: number;
  /** As {@link readSettled} reads them. */
  readonly clicks: Uint8Array;
  /** The sums of those clicks that have a value, by its key. */
  readonly sums: ReadonlyMap<number, Uint8Array>;
}

/** What a copy has. */
export interface CopyContent {
  /** Of the settled days. */
  readonly revision: string;
  /** The version of the rules by which the sums are. */
  readonly rules: number;
  /** The days that had clicks which were not settled: it tells nothing of them. */
  readonly open: ReadonlySet<number>;
  /** The settled ones of which there are clicks, in their order. */
  readonly days: readonly DayCopy[];
  /** The sums of all clicks of each day, in the order of the days. */
  readonly sums: ReadonlyMap<number, Uint8Array>;
}

/** Finds what a copy has in the bytes of its file. Throws when that is no whole one of this form. */
export function readCopy(bytes: Uint8Array): CopyContent {
  const end = bytes.length - LENGTH_BYTES;
  const start = end - new DataView(bytes.buffer).getUint32(end, true);
  const json = new TextDecoder().decode(bytes.subarray(start, end));
  const { form, revision, rules, open, days, sums } = JSON.parse(json) as Index;
  if (form !== FORM) throw new Error('a copy of another form');
  let at = 0;
  const take = (length: number): Uint8Array => {
    const taken = bytes.subarray(at, at + length);
    at += pad(length);
    return taken;
  };
  const takeAll = (lengths: Lengths) =>
    new Map(lengths.map(([key, length]) => [key, take(length)]));
  const content = {
    revision,
    rules,
    open: new Set(open),
    days: days.map((day) => ({ day: day.day, clicks: take(day.clicks), sums: takeAll(day.sums) })),
    sums: takeAll(sums),
  };
  if (at !== start) throw new Error('a copy that is not whole');
  return content;
}

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
  /** What a former copy by the same rules has of days. */
  readonly former: readonly DayCopy[];
}

/**
 * Writes a copy of the settled clicks of the site so that it outlives a power cut; false when it would
 * take more bytes than it may. It is worth nothing when the revision is another by then. Throws what the
 * database and the file system throw.
 */
export async function writeCopy(
  source: CopySource,
  path: string,
  bytesMax: number,
): Promise<boolean> {
  const { revision, facts, open } = source;
  const out = { fd: openSync(path, 'w', 0o600), bytes: 0, bytesMax };
  try {
    const days = await writeDays(out, source);
    const sums = await writeSums(out, source);
    const index: Index = { form: FORM, revision, rules: facts.rules.version, open, days, sums };
    const json = Buffer.from(JSON.stringify(index));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(json.length);
    writeFileSync(out.fd, json);
    writeFileSync(out.fd, length);
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

async function writeDays(
  out: Output,
  { engine, facts, days, former }: CopySource,
): Promise<Index['days']> {
  const frequent = await findFrequentValues(engine, days);
  const formerDays = new Map(former.map((day) => [day.day, day]));
  const sum = new DaySumBuilder(facts);
  const written: Index['days'][number][] = [];
  for await (const { day, body } of readSettledOf(engine, SITE_ID, days)) {
    if (!isWithin(out)) break;
    await yieldToRequests();
    writePadded(out, body);
    // They may name what others have stored a moment ago, which may mean what is not stored yet.
    await facts.refresh();
    await facts.save();
    const detail = readSettled(body);
    const known = formerDays.get(day);
    const sums = known !== undefined && areSame(known.clicks, body) ? known.sums : null;
    const lengths = frequent.map((key) => {
      const filtered =
        sums?.get(key) ?? sumUp(sum, detail, compileFilters(facts, filterOfKey(key)));
      writePadded(out, filtered);
      return [key, filtered.length] as const;
    });
    written.push({ day, clicks: body.length, sums: lengths });
  }
  return written;
}

async function writeSums(out: Output, { engine, settled }: CopySource): Promise<Lengths> {
  const lengths: (readonly [number, number])[] = [];
  for (let from = 0; from < settled.length && isWithin(out); from += DAYS_AT_ONCE) {
    await yieldToRequests();
    const days = settled.slice(from, from + DAYS_AT_ONCE);
    for (const { day, body } of await selectSumsOf(engine, SITE_ID, days)) {
      writePadded(out, body);
      lengths.push([day, body.length]);
    }
  }
  return lengths;
}

/** The sum of those clicks of a day that pass. */
function sumUp(sum: DaySumBuilder, detail: SettledDetail, passing: Passing): Uint8Array {
  const rows = selectRows(detail.rows, sievesOf(detail, passing));
  sum.addDetail({ detail, from: 0, to: rows.length }, rows);
  return sum.take();
}

function areSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** Writes bytes, and as many more that what follows can be read where it stands. */
function writePadded(out: Output, bytes: Uint8Array): void {
  writeFileSync(out.fd, bytes);
  writeFileSync(out.fd, new Uint8Array(pad(bytes.length) - bytes.length));
  out.bytes += pad(bytes.length);
}

/** A number of bytes, as many as there must be for what follows to begin at a multiple of four. */
function pad(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}
