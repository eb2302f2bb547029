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
import { SETTLED_FORM } from '../detail.ts';
import { SITE_ID } from '../record-visits.ts';
import { readSettledOf, selectSettledSizes, type SettledSize } from './reports.store.ts';

/** The file inside the data directory. Nothing is lost when it is deleted. */
export const SITE_COPY_FILE = 'settled-clicks.copy';

/** So few bytes come from the database as fast. */
const BYTES_MIN = 2 * 1024 * 1024;
/** How much of the disk that is free it may take: who redirects needs it more. */
const FREE_SHARE = 0.1;
/** Before the head stands its length, u32 little-endian. */
const LENGTH_BYTES = 4;

/** What a copy is of; behind its head stand the settled clicks of each day. */
interface Head {
  readonly form: number;
  readonly revision: string;
  readonly days: readonly SettledSize[];
}

/** A copy in memory. */
interface Mapped extends Head {
  /** Which state of the file it is. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Where the first day begins. */
  readonly start: number;
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
 * memory that must be made for them, which takes longer than to look at them.
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
    let at = mapped.start;
    for (const { day, bytes } of mapped.days) {
      if (wanted.has(day)) tell(day, mapped.bytes.subarray(at, at + bytes));
      at += pad(bytes);
    }
    return true;
  }

  /**
   * Makes the copy anew when the settled days are others; a site with few clicks, or whose disk has
   * little room, has none. Throws what the database and the file system throw.
   */
  async refresh(engine: Engine): Promise<void> {
    // Before anything that it says something of.
    const revision = await selectSettledRevision(engine);
    if (this.#map()?.revision === revision) return;
    // It may have clicks that are forgotten.
    this.#remove();
    const days = await selectSettledSizes(engine, SITE_ID, await selectSettledDays(engine));
    const bytes = days.reduce((sum, day) => sum + day.bytes, 0);
    if (bytes < this.#bytesMin || bytes > FREE_SHARE * this.#countFree()) return;
    try {
      const isWhole = await write(engine, this.#draft, { form: SETTLED_FORM, revision, days });
      // Otherwise a day was settled meanwhile, and the next time will do.
      if (isWhole && (await selectSettledRevision(engine)) === revision) {
        renameSync(this.#draft, this.#path);
      }
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
      const bytes = Bun.mmap(this.#path);
      const length = new DataView(bytes.buffer).getUint32(0, true);
      const start = LENGTH_BYTES + length;
      const head = new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, start));
      const { form, revision, days } = JSON.parse(head) as Head;
      const end = days.reduce((sum, day) => sum + pad(day.bytes), start);
      const isWhole = end === bytes.length && form === SETTLED_FORM;
      this.#mapped = isWhole ? { file, bytes, start, form, revision, days } : null;
    } catch {
      // It is none of Brisk's, or of another form.
      this.#mapped = null;
    }
    return this.#mapped;
  }
}

/** Writes a copy so that it outlives a power cut; false when the days are others by now. */
async function write(engine: Engine, path: string, head: Head): Promise<boolean> {
  const fd = openSync(path, 'w', 0o600);
  try {
    // Padded, so that each day can be read where it stands.
    const json = JSON.stringify(head);
    const text = json.padEnd(pad(json.length));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(text.length);
    writeFileSync(fd, length);
    writeFileSync(fd, text);
    const sizes = new Map(head.days.map(({ day, bytes }) => [day, bytes]));
    for await (const { day, body } of readSettledOf(engine, SITE_ID, [...sizes.keys()])) {
      if (sizes.get(day) !== body.length) return false;
      sizes.delete(day);
      writeFileSync(fd, body);
      writeFileSync(fd, new Uint8Array(pad(body.length) - body.length));
    }
    fsyncSync(fd);
    return sizes.size === 0;
  } finally {
    closeSync(fd);
  }
}

function countFree(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}

/** A number of bytes, as many as there must be for what follows to begin at a multiple of four. */
function pad(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}
