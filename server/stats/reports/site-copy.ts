import { renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_COPY_FILE } from '../../engine/data-directory.ts';
import type { Engine } from '../../engine/engine.ts';
import { selectOpenDays, selectSettledDays, selectSettledRevision } from '../days.store.ts';
import type { Facts } from '../facts.ts';
import { SITE_ID } from '../record-visits.ts';
import { selectSettledSizes, type StoredSum } from './reports.store.ts';
import { readCopy, writeCopy, type CopyContent } from './site-copy-file.ts';

/** So few bytes come from the database as fast. */
const BYTES_MIN = 2 * 1024 * 1024;
/** How much of the disk that is free it may take: who redirects needs it more. */
const FREE_SHARE = 0.1;

/** A copy in memory. */
interface Mapped extends CopyContent {
  /** Which state of the file it is. */
  readonly file: string;
  /** How many it takes on the disk. */
  readonly bytes: number;
}

interface SiteCopyOptions {
  /** Fewer bytes of settled clicks are not copied. */
  readonly bytesMin?: number;
  /** How many bytes are free on the disk. */
  readonly countFree?: () => number;
}

/**
 * A copy of the settled clicks of the whole site and of their sums in a file of its own, which is mapped
 * into memory. A report goes through all of either; from the database they come page by page and into
 * memory that must be made for them, which takes longer than to look at them. For filters by one
 * frequent value, which let much through, it has sums as well.
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
    const mapped = this.#mapOf(revision, days);
    if (mapped === null) return false;
    const wanted = new Set(days);
    for (const { day, clicks } of mapped.days) if (wanted.has(day)) tell(day, clicks);
    return true;
  }

  /** The sums of all clicks of some days, in their order; null when there are none of this revision. */
  findSums(revision: string, days: readonly number[]): readonly StoredSum[] | null {
    const mapped = this.#mapOf(revision, days);
    return mapped === null ? null : pickDays(days, mapped.sums);
  }

  /**
   * The same of those clicks that have a value, by its key; null when there are none of this revision
   * by these rules.
   */
  findSumsOf(
    key: number,
    revision: string,
    rules: number,
    days: readonly number[],
  ): readonly StoredSum[] | null {
    const mapped = this.#mapOf(revision, days);
    if (mapped?.rules !== rules) return null;
    const sums = new Map<number, Uint8Array>();
    for (const day of mapped.days) {
      const body = day.sums.get(key);
      if (body === undefined) return null;
      sums.set(day.day, body);
    }
    return pickDays(days, sums);
  }

  /**
   * Makes the copy anew when the settled days are others, or the rules; a site with few clicks, or
   * whose disk has little room, has none. Throws what the database and the file system throw.
   */
  async refresh(engine: Engine, facts: Facts): Promise<void> {
    // Before anything that it says something of.
    const revision = await selectSettledRevision(engine);
    const mapped = this.#map();
    const hasOwnRules = mapped?.rules === facts.rules.version;
    if (mapped?.revision === revision && hasOwnRules) return;
    const settled = await selectSettledDays(engine);
    // After the settled ones: a day that becomes open between is among both.
    const open = [...(await selectOpenDays(engine))];
    const sizes = await selectSettledSizes(engine, SITE_ID, settled);
    const bytes = sizes.reduce((sum, day) => sum + day.bytes, 0);
    const bytesMax = FREE_SHARE * (this.#countFree() + (mapped?.bytes ?? 0));
    if (bytes < this.#bytesMin || bytes > bytesMax) return this.#remove();
    const days = sizes.map(({ day }) => day);
    const former = hasOwnRules ? mapped.days : [];
    const source = { engine, facts, revision, settled, open, days, former };
    try {
      if (!(await writeCopy(source, this.#draft, bytesMax))) this.#remove();
      // Otherwise a day was settled meanwhile, and the next time will do.
      else if ((await selectSettledRevision(engine)) === revision) {
        renameSync(this.#draft, this.#path);
      }
    } catch (error) {
      // It may have clicks that are forgotten.
      this.#remove();
      throw error;
    } finally {
      rmSync(this.#draft, { force: true });
    }
  }

  #remove(): void {
    this.#mapped = null;
    rmSync(this.#path, { force: true });
  }

  /** The copy, if it is of a revision, and tells of days. */
  #mapOf(revision: string, days: readonly number[]): Mapped | null {
    const mapped = this.#map();
    if (mapped?.revision !== revision) return null;
    return days.some((day) => mapped.open.has(day)) ? null : mapped;
  }

  /** The copy as it is now; null when there is none, or no whole one. */
  #map(): Mapped | null {
    const state = statSync(this.#path, { throwIfNoEntry: false });
    if (state === undefined) return (this.#mapped = null);
    const file = `${state.ino} ${state.mtimeMs} ${state.size}`;
    if (this.#mapped?.file === file) return this.#mapped;
    try {
      this.#mapped = { file, bytes: state.size, ...readCopy(Bun.mmap(this.#path)) };
    } catch {
      // It is none of Brisk's, or not whole.
      this.#mapped = null;
    }
    return this.#mapped;
  }
}

function pickDays(
  days: readonly number[],
  sums: ReadonlyMap<number, Uint8Array>,
): readonly StoredSum[] {
  const found: StoredSum[] = [];
  for (const day of days) {
    const body = sums.get(day);
    if (body !== undefined) found.push({ day, body });
  }
  return found;
}

function countFree(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}
