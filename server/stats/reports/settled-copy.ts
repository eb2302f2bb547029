import { renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SETTLED_COPY_FILE } from '../../engine/data-directory.ts';
import type { Engine } from '../../engine/engine.ts';
import { nextTurn } from '../../engine/yield-to-requests.ts';
import { selectOpenDays, selectSettledDays, selectSettledRevision } from '../days.store.ts';
import type { Facts } from '../facts.ts';
import { SITE_ID } from '../record-visits.ts';
import { blockOf } from './day-block.ts';
import { findMostVisited } from './most-visited.ts';
import { selectSettledSizes, type StoredDay } from './reports.store.ts';
import { allRowsOf, intersect, type RowSet } from './row-set.ts';
import {
  readCopy,
  readSection,
  type CopyContent,
  type LinkCopy,
  type ValueCopy,
} from './settled-copy-file.ts';
import { writeCopy } from './write-settled-copy.ts';

/** So few bytes come from the database as fast. */
const BYTES_MIN = 2 * 1024 * 1024;
/** How much of the disk that is free it may take: who redirects needs it more. */
const FREE_SHARE = 0.1;
/** How many links it has: others have so much less that the database tells of them in time. */
const LINKS = 10;
/** How many bytes are mapped at a time before others have their turn, and how many a page has. */
const PREFAULT_BYTES = 4 * 1024 * 1024;
const PAGE_BYTES = 4096;

/** A copy in memory. */
interface Mapped extends CopyContent {
  /** Which state of the file it is. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** The sections that somebody has asked for. */
  readonly links: Map<number, LinkCopy>;
}

/** What somebody wants to know of. */
interface Asked {
  /** A link, or the site. */
  readonly linkId: number;
  /** Of the settled days. */
  readonly revision: string;
  readonly days: readonly number[];
}

/** The sums of some days, in their order. */
interface FoundSums {
  readonly days: readonly StoredDay[];
  /** The sum of all of them, where these are a whole block. */
  readonly all: Uint8Array | null;
}

/** A settled day of the site by frequent values. */
export interface FrequentDay {
  readonly day: number;
  /** As {@link readSettled} reads them. */
  readonly clicks: Uint8Array;
  /** Of each class. */
  readonly classes: readonly ValueCopy[];
  /** Whether it is about no values: then all clicks stand in their place. */
  readonly isAll: boolean;
  /** In the order of their keys. */
  readonly values: readonly [ValueCopy, ...ValueCopy[]];
  /** Of some of their pairs. */
  readonly pairs: readonly ValueCopy[];
}

/** Settled days of the site by links. */
export interface DaysByLink {
  /** The lowest first. */
  readonly linkIds: Float64Array;
  readonly days: readonly DayByLink[];
}

/** A settled day of the site by links. */
export interface DayByLink {
  /** As {@link readSettled} reads them. */
  readonly clicks: Uint8Array;
  /** Of each row the place of its link. */
  readonly links: Int32Array;
  /** Null: one of the values is not frequent, or what passes is not known by these rules. */
  readonly frequent: FrequentRows | null;
}

/** Which rows are of each class, and which have each of some frequent values. */
interface FrequentRows {
  readonly classes: readonly RowSet[];
  readonly values: readonly RowSet[];
}

interface SettledCopyOptions {
  /** Fewer bytes of settled clicks are not copied. */
  readonly bytesMin?: number;
  /** How many bytes are free on the disk. */
  readonly countFree?: () => number;
}

/**
 * A copy of the settled clicks of the whole site, and of its most visited links, and of their sums in a file
 * of its own, which is mapped into memory. A report goes through all of either; from the database they come
 * page by page and into memory that must be made for them, which takes longer than to look at them. Of the
 * site it also has sums by class, by frequent values, which let much through, and by some pairs of these, and which
 * rows these are.
 */
export class SettledCopy {
  readonly #path: string;
  readonly #draft: string;
  readonly #bytesMin: number;
  readonly #countFree: () => number;
  #mapped: Mapped | null = null;

  constructor(dataDir: string, options: SettledCopyOptions = {}) {
    this.#path = join(dataDir, SETTLED_COPY_FILE);
    this.#draft = `${this.#path}.draft`;
    this.#bytesMin = options.bytesMin ?? BYTES_MIN;
    this.#countFree = options.countFree ?? (() => countFree(dataDir));
  }

  /** The settled clicks of some days, in their order; null when there are none of this revision. */
  findClicks(asked: Asked): readonly StoredDay[] | null {
    const days = this.#find(asked)?.days;
    return days === undefined ? null : pickDays(asked.days, (day) => days.get(day)?.clicks);
  }

  /** The same of the sums of all clicks. */
  findSums(asked: Asked): FoundSums | null {
    const link = this.#find(asked);
    if (link === null) return null;
    const days = pickDays(asked.days, (day) => link.sums.get(day));
    const [block, ...others] = new Set(days.map(({ day }) => blockOf(day)));
    const whole = block === undefined || others.length > 0 ? undefined : link.blocks.get(block);
    return { days, all: whole?.days === days.length ? whole.sum : null };
  }

  /**
   * Some days of the site by frequent values, which have these keys; null when there are none of this
   * revision by these rules, or one of the values is not frequent.
   */
  findFrequent(
    keys: readonly number[],
    rules: number,
    asked: Omit<Asked, 'linkId'>,
  ): readonly FrequentDay[] | null {
    const site = this.#find({ linkId: SITE_ID, ...asked });
    if (site === null || this.#mapped?.rules !== rules) return null;
    const found: FrequentDay[] = [];
    for (const day of asked.days) {
      const copied = site.days.get(day);
      const sum = site.sums.get(day);
      if (copied === undefined || sum === undefined) continue;
      const values = keys.flatMap((key) => copied.values.get(key) ?? []);
      if (values.length < keys.length) return null;
      const [first = { sum, rows: allRowsOf(copied.rows) }, ...others] = values;
      const { clicks, classes } = copied;
      const isAll = keys.length === 0;
      const pairs = copied.pairs
        .filter((pair) => pair.keys.every((key) => keys.includes(key)))
        .map((pair) => ({
          sum: pair.sum,
          rows: pair.keys.map((key) => copied.values.get(key)!.rows).reduce(intersect),
        }));
      found.push({ day, clicks, classes, isAll, values: [first, ...others], pairs });
    }
    return found;
  }

  /**
   * Some days of the site by links, and by the values with these keys where all are frequent; null when
   * there are none of this revision. `rules` are those by which somebody asks.
   */
  findByLink(
    keys: readonly number[],
    rules: number,
    asked: Omit<Asked, 'linkId'>,
  ): DaysByLink | null {
    const site = this.#find({ linkId: SITE_ID, ...asked });
    if (site === null) return null;
    const hasOwnRules = this.#mapped?.rules === rules;
    const days = asked.days.flatMap((day): DayByLink | [] => {
      const copied = site.days.get(day);
      if (copied === undefined) return [];
      const { clicks, links } = copied;
      const classes = copied.classes.map(({ rows }) => rows);
      const values = keys.flatMap((key) => copied.values.get(key)?.rows ?? []);
      const isFrequent = hasOwnRules && values.length === keys.length;
      return { clicks, links, frequent: isFrequent ? { classes, values } : null };
    });
    return { linkIds: site.linkIds, days };
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
    const bytesMax = FREE_SHARE * (this.#countFree() + (mapped?.bytes.length ?? 0));
    if (bytes < this.#bytesMin || bytes > bytesMax) return this.#remove();
    const days = sizes.map(({ day }) => day);
    const formerDays = hasOwnRules ? this.#linkOf(mapped, SITE_ID)!.days : new Map<number, never>();
    const linkIds = await findMostVisited(engine, days[0]!, days.at(-1)!, LINKS);
    const source = { engine, facts, revision, settled, open, days, linkIds, formerDays };
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

  /**
   * Has the system map all of the copy, some at a time, before somebody asks for what is in it: where pages are met
   * for the first time, that takes longer than to look at them.
   */
  async prefault(): Promise<void> {
    const bytes = this.#map()?.bytes ?? new Uint8Array();
    for (let from = 0; from < bytes.length; from += PREFAULT_BYTES) {
      touchPages(bytes.subarray(from, from + PREFAULT_BYTES));
      await nextTurn();
    }
  }

  #remove(): void {
    this.#mapped = null;
    rmSync(this.#path, { force: true });
  }

  /** What there is of a link in a copy of a revision that tells of days; else null. */
  #find({ linkId, revision, days }: Asked): LinkCopy | null {
    const mapped = this.#map();
    if (mapped?.revision !== revision || days.some((day) => mapped.open.has(day))) return null;
    return this.#linkOf(mapped, linkId);
  }

  #linkOf({ sections, links }: Mapped, linkId: number): LinkCopy | null {
    const section = sections.get(linkId);
    if (section === undefined) return null;
    const link = links.get(linkId) ?? readSection(section);
    links.set(linkId, link);
    return link;
  }

  /** The copy as it is now; null when there is none, or no whole one. */
  #map(): Mapped | null {
    const state = statSync(this.#path, { throwIfNoEntry: false });
    if (state === undefined) return (this.#mapped = null);
    const file = `${state.ino} ${state.mtimeMs} ${state.size}`;
    if (this.#mapped?.file === file) return this.#mapped;
    try {
      const bytes = Bun.mmap(this.#path);
      this.#mapped = { file, bytes, links: new Map(), ...readCopy(bytes) };
    } catch {
      // It is none of Brisk's, or not whole.
      this.#mapped = null;
    }
    return this.#mapped;
  }
}

function pickDays(
  days: readonly number[],
  bodyOf: (day: number) => Uint8Array | undefined,
): readonly StoredDay[] {
  const found: StoredDay[] = [];
  for (const day of days) {
    const body = bodyOf(day);
    if (body !== undefined) found.push({ day, body });
  }
  return found;
}

/** What was last met on pages: reads of which nothing comes are left out by the compiler. */
let touched = 0;

function touchPages(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += PAGE_BYTES) touched |= bytes[at]!;
}

function countFree(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}
