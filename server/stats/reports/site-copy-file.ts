import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import type { Engine } from '../../engine/engine.ts';
import { DaySumBuilder } from '../day-sum-builder.ts';
import { selectOpenDays, selectSettledDays } from '../days.store.ts';
import { readSettled, SETTLED_FORM, type SettledDetail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { SITE_ID } from '../record-visits.ts';
import { findFrequentValues } from './frequent-values.ts';
import type { Passing } from './report-query.ts';
import { readSettledOf, selectSumsOf, selectSumSpan } from './reports.store.ts';
import { selectRows, sievesOf } from './select-rows.ts';

/*
 * A copy as a file: of each day the settled clicks, and their sums by filters, each where a number of
 * four bytes could stand; then the sums of all days; then the index as JSON, and its length, u32
 * little-endian.
 */

/** Another text for each form of copies, and of the clicks in them. */
const FORM = `3/${SETTLED_FORM}`;
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
  /** Those of which there are clicks, in their order. */
  readonly days: readonly DayCopy[];
  /** The sums of all clicks of each day, in the order of the days. */
  readonly sums: ReadonlyMap<number, Uint8Array>;
}

/** Finds what a copy has in the bytes of its file. Throws when that is no whole one of this form. */
export function readCopy(bytes: Uint8Array): CopyContent {
  const end = bytes.length - LENGTH_BYTES;
  const start = end - new DataView(bytes.buffer).getUint32(end, true);
  const json = new TextDecoder().decode(bytes.subarray(start, end));
  const { form, revision, rules, days, sums } = JSON.parse(json) as Index;
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
    days: days.map((day) => ({ day: day.day, clicks: take(day.clicks), sums: takeAll(day.sums) })),
    sums: takeAll(sums),
  };
  if (at !== start) throw new Error('a copy that is not whole');
  return content;
}

interface CopySource {
  readonly engine: Engine;
  readonly facts: Facts;
  /** Of the settled days, as it was before anything is read of them. */
  readonly revision: string;
}

/**
 * Writes a copy of the settled clicks of the site so that it outlives a power cut; `former` are days of
 * another by the same rules. What it writes is worth nothing when the revision is another by then.
 * Throws what the database and the file system throw.
 */
export async function writeCopy(
  { engine, facts, revision }: CopySource,
  former: readonly DayCopy[],
  path: string,
): Promise<void> {
  const fd = openSync(path, 'w', 0o600);
  try {
    const days = await writeDays(fd, engine, facts, former);
    const sums = await writeSums(fd, engine);
    const index: Index = { form: FORM, revision, rules: facts.rules.version, days, sums };
    const json = Buffer.from(JSON.stringify(index));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(json.length);
    writeFileSync(fd, json);
    writeFileSync(fd, length);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

async function writeDays(
  fd: number,
  engine: Engine,
  facts: Facts,
  former: readonly DayCopy[],
): Promise<Index['days']> {
  const settled = await selectSettledDays(engine);
  await facts.refresh();
  // What they mean may have values that are not stored yet.
  await facts.save();
  const frequent = await findFrequentValues(engine, facts, settled);
  const formerDays = new Map(former.map((day) => [day.day, day]));
  const sum = new DaySumBuilder(facts);
  const days: Index['days'][number][] = [];
  for await (const { day, body } of readSettledOf(engine, SITE_ID, settled)) {
    writePadded(fd, body);
    // They may name what others have stored a moment ago.
    await facts.refresh();
    const detail = readSettled(body);
    const known = formerDays.get(day);
    const sums = known !== undefined && areSame(known.clicks, body) ? known.sums : null;
    const lengths = frequent.map(({ key, passing }) => {
      const filtered = sums?.get(key) ?? sumUp(sum, detail, passing);
      writePadded(fd, filtered);
      return [key, filtered.length] as const;
    });
    days.push({ day, clicks: body.length, sums: lengths });
  }
  return days;
}

async function writeSums(fd: number, engine: Engine): Promise<Lengths> {
  const open = await selectOpenDays(engine);
  const { first, last } = await selectSumSpan(engine);
  const lengths: (readonly [number, number])[] = [];
  for (let from = first; from <= last; from += DAYS_AT_ONCE) {
    const days = Array.from({ length: DAYS_AT_ONCE }, (_, i) => from + i);
    const settled = days.filter((day) => !open.has(day));
    for (const { day, body } of await selectSumsOf(engine, SITE_ID, settled)) {
      writePadded(fd, body);
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
function writePadded(fd: number, bytes: Uint8Array): void {
  writeFileSync(fd, bytes);
  writeFileSync(fd, new Uint8Array(pad(bytes.length) - bytes.length));
}

/** A number of bytes, as many as there must be for what follows to begin at a multiple of four. */
function pad(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}
