import {
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../engine/engine.ts';
import { selectSettledDays, selectSettledRevision } from '../days.store.ts';
import { DaySumBuilder } from '../day-sum-builder.ts';
import { readSettled, SETTLED_FORM } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { SITE_ID } from '../record-visits.ts';
import { findFrequentValues } from './frequent-values.ts';
import { readSettledOf, selectSettledSizes } from './reports.store.ts';
import { selectRows, sievesOf } from './select-rows.ts';

/** The file inside the data directory. Nothing is lost when it is deleted. */
export const SITE_COPY_FILE = 'settled-clicks.copy';

/** So few bytes come from the database as fast. */
const BYTES_MIN = 2 * 1024 * 1024;
/** How much of the disk that is free the clicks may take: who redirects needs it more. */
const FREE_SHARE = 0.1;
/** Another text for each form of copies, and of the clicks in them. */
const FORM = `2/${SETTLED_FORM}`;
/** At the end of the file stands the length of the index before it, u32 little-endian. */
const LENGTH_BYTES = 4;

/** A day of a copy: how many bytes its clicks take, and its sums by filters, which stand behind them. */
interface CopiedDay {
  readonly day: number;
  readonly bytes: number;
  /** Each with the key of the value that it filters by. */
  readonly sums: readonly (readonly [key: number, bytes: number])[];
}

/** What a copy is of. */
interface Index {
  readonly form: string;
  readonly revision: string;
  /** The version of the rules by which the sums are. */
  readonly rules: number;
  readonly days: readonly CopiedDay[];
}

/** A day of a copy in memory. */
interface MappedDay {
  readonly day: number;
  readonly clicks: Uint8Array;
  readonly sums: ReadonlyMap<number, Uint8Array>;
}

/** A copy in memory. */
interface Mapped extends Omit<Index, 'days'> {
  /** Which state of the file it is. */
  readonly file: string;
  readonly days: readonly MappedDay[];
}

interface SiteCopyOptions {
  /** Fewer bytes of settled clicks are not copied. */
  readonly bytesMin?: number;
  /** How many bytes are free on the disk. */
  readonly countFree?: () => number;
}

/**
 * A copy of the settled clicks of the whole site in a file of its own, which is mapped into memory. A
 * report with filters goes through all of them; from the database they come page by page and into
 * memory that must be made for them, which takes longer than to look at them. For filters by one
 * frequent value, which let much through, it has the sums of each day as well.
 */
export class SiteCopy {
  readonly #path: string;
  readonly #draft: string;
  readonly #bytesMin: number;
  readonly #countFree: () => number;
  #mapped: Mapped | null = null;

  constructor(dataDir: string, options: SiteCopyOptions = {}) {
    this.#path = join(dataDir, SITE_COPY_FILE);
    this.#draft = `${this.#path}.draft`;
    this.#bytesMin = options.bytesMin ?? BYTES_MIN;
    this.#countFree = options.countFree ?? (() => countFree(dataDir));
  }

  /**
   * Tells of the settled clicks of some days, in their order. Returns false when there is no copy of
   * this revision of the settled days.
   */
  read(
    revision: string,
    days: readonly number[],
    tell: (day: number, body: Uint8Array) => void,
  ): boolean {
    const mapped = this.#map();
    if (mapped?.revision !== revision) return false;
    const wanted = new Set(days);
    for (const { day, clicks } of mapped.days) if (wanted.has(day)) tell(day, clicks);
    return true;
  }

  /**
   * The sums of those clicks of some days that a filter by one value lets through, in their order; null
   * when there are none of this revision by these rules.
   */
  findSums(
    revision: string,
    rules: number,
    key: number,
    days: readonly number[],
  ): readonly { readonly day: number; readonly body: Uint8Array }[] | null {
    const mapped = this.#map();
    if (mapped?.revision !== revision || mapped.rules !== rules) return null;
    const wanted = new Set(days);
    const found: { day: number; body: Uint8Array }[] = [];
    for (const { day, sums } of mapped.days) {
      const body = sums.get(key);
      if (body === undefined) return null;
      if (wanted.has(day)) found.push({ day, body });
    }
    return found;
  }

  /**
   * Makes the copy anew when the settled days are others, or the rules; a site with few clicks, or
   * whose disk has little room, has none. Throws what the database and the file system throw.
   */
  async refresh(engine: Engine, facts: Facts): Promise<void> {
    // Before anything that it says something of.
    const revision = await selectSettledRevision(engine);
    const mapped = this.#map();
    if (mapped?.revision === revision && mapped.rules === facts.rules.version) return;
    // It may have clicks that are forgotten.
    this.#remove();
    const days = await selectSettledDays(engine);
    const sizes = await selectSettledSizes(engine, SITE_ID, days);
    const bytes = sizes.reduce((sum, day) => sum + day.bytes, 0);
    if (bytes < this.#bytesMin || bytes > FREE_SHARE * this.#countFree()) return;
    try {
      await write(engine, facts, this.#draft, revision);
      // Otherwise a day was settled meanwhile, and the next time will do.
      if ((await selectSettledRevision(engine)) === revision) renameSync(this.#draft, this.#path);
    } finally {
      rmSync(this.#draft, { force: true });
    }
  }

  #remove(): void {
    this.#mapped = null;
    for (const path of [this.#path, this.#draft]) rmSync(path, { force: true });
  }

  /** The copy as it is now; null when there is none, or no whole one. */
  #map(): Mapped | null {
    const state = statSync(this.#path, { throwIfNoEntry: false });
    if (state === undefined) return (this.#mapped = null);
    const file = `${state.ino} ${state.mtimeMs} ${state.size}`;
    if (this.#mapped?.file === file) return this.#mapped;
    try {
      this.#mapped = { file, ...readIndex(Bun.mmap(this.#path)) };
    } catch {
      // It is none of Brisk's, or not whole.
      this.#mapped = null;
    }
    return this.#mapped;
  }
}

/** Finds what is in the bytes of a copy. Throws when it is no whole one of this form. */
function readIndex(bytes: Uint8Array): Omit<Mapped, 'file'> {
  const end = bytes.length - LENGTH_BYTES;
  const start = end - new DataView(bytes.buffer).getUint32(end, true);
  const json = new TextDecoder().decode(bytes.subarray(start, end));
  const { form, revision, rules, days } = JSON.parse(json) as Index;
  if (form !== FORM) throw new Error('a copy of another form');
  let at = 0;
  const take = (length: number): Uint8Array => {
    const taken = bytes.subarray(at, at + length);
    at += pad(length);
    return taken;
  };
  const mapped = days.map((day) => ({
    day: day.day,
    clicks: take(day.bytes),
    sums: new Map(day.sums.map(([key, length]) => [key, take(length)])),
  }));
  if (at !== start) throw new Error('a copy that is not whole');
  return { form, revision, rules, days: mapped };
}

/** Writes a copy so that it outlives a power cut. */
async function write(engine: Engine, facts: Facts, path: string, revision: string): Promise<void> {
  const fd = openSync(path, 'w', 0o600);
  try {
    const days: CopiedDay[] = [];
    const settled = await selectSettledDays(engine);
    await facts.refresh();
    const frequent = await findFrequentValues(engine, facts, settled);
    const sum = new DaySumBuilder(facts);
    for await (const { day, body } of readSettledOf(engine, SITE_ID, settled)) {
      writePadded(fd, body);
      // They may name what others have stored a moment ago.
      await facts.refresh();
      const detail = readSettled(body);
      const sums = frequent.map(({ key, passing }) => {
        const rows = selectRows(detail.rows, sievesOf(detail, passing));
        sum.addDetail({ detail, from: 0, to: rows.length }, rows);
        const filtered = sum.take();
        writePadded(fd, filtered);
        return [key, filtered.length] as const;
      });
      days.push({ day, bytes: body.length, sums });
    }
    const index: Index = { form: FORM, revision, rules: facts.rules.version, days };
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

/** Writes bytes, and as many more that what follows can be read where it stands. */
function writePadded(fd: number, bytes: Uint8Array): void {
  writeFileSync(fd, bytes);
  writeFileSync(fd, new Uint8Array(pad(bytes.length) - bytes.length));
}

function countFree(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}

/** A number of bytes, as many as there must be for what follows to begin at a multiple of four. */
function pad(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}
