import { SETTLED_FORM, SITE_FORM } from '../detail.ts';
import { blockOf } from './day-block.ts';
import { rowSetBytes, type RowSet } from './row-set.ts';

/*
 * A copy as a file: a section of the site, and one of each of some links; then an index of them. A section:
 * of each day the settled clicks, of each class and of some values the sum of those that have it
 * and which they are, and of some pairs of these values the sum; of the site then f64 the ids of all links that have any of
 * these clicks, the lowest first, and of each row of each day, u32, the place of its link among these; then the sums of all days;
 * then those of blocks of days; then an index of these. An index is JSON, and then its length, u32 little-endian. All
 * of it stands where a number of eight bytes could stand.
 */

/** Another text for each form of copies, and of the clicks in them. */
export const FORM = `7/${SETTLED_FORM}/${SITE_FORM}`;
/** Of the length of an index. */
export const LENGTH_BYTES = 4;

/** How many bytes stand where, by what they are of. */
export type Lengths = readonly (readonly [key: number, bytes: number])[];

/** The same by pairs of keys. */
export type PairLengths = readonly (readonly [key: number, other: number, bytes: number])[];

/** The end of a file: how many bytes the section of each link has, of which the site is one. */
export interface Index {
  readonly form: string;
  readonly revision: string;
  readonly rules: number;
  readonly open: readonly number[];
  readonly sections: Lengths;
}

/** The end of a section: of each day how many bytes stand where. */
export interface SectionIndex {
  readonly days: readonly {
    readonly day: number;
    readonly clicks: number;
    readonly rows: number;
    /** The sums, each of which has its rows behind it. */
    readonly classes: Lengths;
    readonly values: Lengths;
    readonly pairs: PairLengths;
  }[];
  /** How many links the site has; 0 in the section of a link. */
  readonly links: number;
  readonly sums: Lengths;
  readonly blocks: Lengths;
}

/** What a copy has of a day, in the bytes of its file. */
export interface DayCopy {
  /** As {@link readSettled} reads them. */
  readonly clicks: Uint8Array;
  /** How many rows these are; in the section of a link nobody asks. */
  readonly rows: number;
  /** Of each row the place of its link among all. */
  readonly links: Int32Array;
  /** Of each class what a value would have, people or not; of links it is not known. */
  readonly classes: readonly ValueCopy[];
  /** Of the frequent values, by their keys; of links there are none. */
  readonly values: ReadonlyMap<number, ValueCopy>;
  /** Of some pairs of these. */
  readonly pairs: readonly PairCopy[];
}

/** What a copy has of the clicks of a day that have two frequent values. */
export interface PairCopy {
  readonly keys: readonly [number, number];
  /** What it says of values is of people. */
  readonly sum: Uint8Array;
}

/** What a copy has of the clicks of a day that have a value, or are of a class. */
export interface ValueCopy {
  /** What it says of values is of people, or of the class. */
  readonly sum: Uint8Array;
  /** Which rows of the day they are. */
  readonly rows: RowSet;
}

/** What a copy has of a link, or of the site. */
export interface LinkCopy {
  /** The settled days of which there are clicks, in their order. */
  readonly days: ReadonlyMap<number, DayCopy>;
  /** Of the site the ids of the links that have any of these, the lowest first. */
  readonly linkIds: Float64Array;
  /** The sums of all clicks of each day, in the order of the days. */
  readonly sums: ReadonlyMap<number, Uint8Array>;
  /** The sums of all days of a block that are among these. */
  readonly blocks: ReadonlyMap<number, BlockCopy>;
}

/** What a copy has of a block of days. */
export interface BlockCopy {
  /** How many of them have sums. */
  readonly days: number;
  readonly sum: Uint8Array;
}

/** What a copy has. */
export interface CopyContent {
  /** Of the settled days. */
  readonly revision: string;
  /** The version of the rules by which the sums are. */
  readonly rules: number;
  /** The days that had clicks which were not settled: it tells nothing of them. */
  readonly open: ReadonlySet<number>;
  /** Of each link that it has the section, as {@link readSection} reads it. */
  readonly sections: ReadonlyMap<number, Uint8Array>;
}

/** Finds what a copy has in the bytes of its file. Throws when that is no whole one of this form. */
export function readCopy(bytes: Uint8Array): CopyContent {
  const { index, start } = readIndex(bytes);
  const { form, revision, rules, open, sections } = index as Index;
  if (form !== FORM) throw new Error('a copy of another form');
  const taker = new Taker(bytes);
  const content = {
    revision,
    rules,
    open: new Set(open),
    sections: taker.takeAll(sections),
  };
  if (taker.at !== start) throw new Error('a copy that is not whole');
  return content;
}

/** Finds what a section has in its bytes. */
export function readSection(bytes: Uint8Array): LinkCopy {
  const { days, links, sums, blocks } = readIndex(bytes).index as SectionIndex;
  const daysOf = Map.groupBy(sums, ([day]) => blockOf(day));
  const taker = new Taker(bytes);
  const copied = days.map(({ clicks, rows, classes, values, pairs }) => ({
    clicks: taker.take(clicks),
    rows,
    classes: [...taker.takeValues(classes, rows).values()],
    values: taker.takeValues(values, rows),
    pairs: pairs.map(([key, other, length]): PairCopy => {
      return { keys: [key, other], sum: taker.take(length) };
    }),
  }));
  const { buffer, byteOffset } = taker.take(links * 8);
  const linkIds = new Float64Array(buffer, byteOffset, links);
  return {
    days: new Map(
      copied.map((day, at) => [
        days[at]!.day,
        { ...day, links: taker.takePlaces(links === 0 ? 0 : day.rows) },
      ]),
    ),
    linkIds,
    sums: taker.takeAll(sums),
    blocks: new Map(
      blocks.map(([block, length]) => [
        block,
        { days: daysOf.get(block)?.length ?? 0, sum: taker.take(length) },
      ]),
    ),
  };
}

/** The index at the end of bytes, and where it begins. */
function readIndex(bytes: Uint8Array): { index: unknown; start: number } {
  const end = bytes.length - LENGTH_BYTES;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(end, true);
  const json = new TextDecoder().decode(bytes.subarray(end - length, end));
  return { index: JSON.parse(json) as unknown, start: end - length };
}

/** Takes one after the other what was written one after the other. */
class Taker {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.at, this.at + length);
    this.at += pad(length);
    return taken;
  }

  takeAll(lengths: Lengths): Map<number, Uint8Array> {
    return new Map(lengths.map(([key, length]) => [key, this.take(length)]));
  }

  takeValues(sums: Lengths, rows: number): Map<number, ValueCopy> {
    return new Map(
      sums.map(([key, length]) => [key, { sum: this.take(length), rows: this.takeRows(rows) }]),
    );
  }

  takePlaces(rows: number): Int32Array {
    const { buffer, byteOffset } = this.take(rows * 4);
    return new Int32Array(buffer, byteOffset, rows);
  }

  takeRows(rows: number): RowSet {
    const { buffer, byteOffset, length } = this.take(rowSetBytes(rows));
    return new Int32Array(buffer, byteOffset, length / 4);
  }
}

/** A number of bytes, as many as there must be for what follows to begin at a multiple of eight. */
export function pad(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
