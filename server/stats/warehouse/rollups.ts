import type { Days } from '../quarter.ts';

/** Sums over consecutive sealed days: clicks of the site by cell, and clicks of each link. */
export interface Rollup {
  readonly size: number;
  readonly number: number;
}

export interface RollupSizes {
  /** Sizes with sums of cells, largest first: a rollup is made of smaller ones. */
  readonly cells: readonly number[];
  readonly links: readonly number[];
  /** Batches with fewer bytes have no rollup: reading their clicks is as fast. */
  readonly minBytes: number;
}

/** Over few days, a large site has almost as many links as clicks. */
export const ROLLUP_SIZES: RollupSizes = { cells: [64, 8, 1], links: [64], minBytes: 200_000 };

export interface LoadedDay {
  readonly day: number;
  readonly isOpen: boolean;
  readonly bytes: number;
}

/** Where the clicks of some days are read: in rollups, and in the other days one by one. */
export interface Cover {
  /** In order of their days. One may begin before the days, where no clicks are loaded. */
  readonly rollups: readonly Rollup[];
  readonly others: readonly Days[];
}

export class LoadedDays {
  readonly #days: readonly LoadedDay[];
  readonly #rollups = new Set<string>();
  readonly #sizes: RollupSizes;

  constructor(days: readonly LoadedDay[], rollups: readonly Rollup[], sizes: RollupSizes) {
    this.#days = days;
    this.#sizes = sizes;
    for (const rollup of rollups) this.add(rollup);
  }

  add(rollup: Rollup): void {
    this.#rollups.add(formatRollup(rollup));
  }

  findRollups(days: readonly number[]): Rollup[] {
    return this.#sizes.cells.flatMap((size) => {
      const numbers = new Set(days.map((day) => Math.floor(day / size)));
      return [...numbers]
        .map((number) => ({ size, number }))
        .filter((rollup) => this.#rollups.has(formatRollup(rollup)));
    });
  }

  coverCells(days: Days): Cover {
    return this.#cover(days, this.#sizes.cells);
  }

  coverLinks(days: Days): Cover {
    return this.#cover(days, this.#sizes.links);
  }

  hasLinks({ size }: Rollup): boolean {
    return this.#sizes.links.includes(size);
  }

  /** Rollups to make, smaller ones first: their days are over and sealed. */
  findMissing(): Rollup[] {
    const newest = this.#days.at(-1)?.day ?? 0;
    const { cells, minBytes } = this.#sizes;
    return cells.toReversed().flatMap((size) => {
      const groups = Map.groupBy(this.#days, ({ day }) => Math.floor(day / size));
      return [...groups].flatMap(([number, days]) => {
        const rollup = { size, number };
        const isComplete = lastDayOf(rollup) <= newest && days.every(({ isOpen }) => !isOpen);
        const bytes = days.reduce((sum, day) => sum + day.bytes, 0);
        return isComplete && bytes >= minBytes && !this.#rollups.has(formatRollup(rollup))
          ? [rollup]
          : [];
      });
    });
  }

  #cover(range: Days, sizes: readonly number[]): Cover {
    const rollups: Rollup[] = [];
    let next = range.first;
    for (const [at, { day }] of this.#days.entries()) {
      if (day < next) continue;
      const previous = this.#days[at - 1]?.day ?? Number.NEGATIVE_INFINITY;
      const rollup = sizes
        .map((size) => ({ size, number: Math.floor(day / size) }))
        .find(
          (rollup) =>
            this.#rollups.has(formatRollup(rollup)) &&
            firstDayOf(rollup) > previous &&
            lastDayOf(rollup) <= range.last,
        );
      if (rollup !== undefined) rollups.push(rollup);
      next = 1 + (rollup === undefined ? day : lastDayOf(rollup));
    }
    return { rollups, others: listOthers(range, rollups) };
  }
}

export function listOthers({ first, last }: Days, rollups: readonly Rollup[]): Days[] {
  const starts = [first, ...rollups.map((rollup) => lastDayOf(rollup) + 1)];
  const ends = [...rollups.map((rollup) => firstDayOf(rollup) - 1), last];
  return starts
    .map((start, at) => ({ first: start, last: ends[at]! }))
    .filter((range) => range.first <= range.last);
}

export function firstDayOf({ size, number }: Rollup): number {
  return size * number;
}

export function lastDayOf({ size, number }: Rollup): number {
  return size * (number + 1) - 1;
}

function formatRollup({ size, number }: Rollup): string {
  return `${size} ${number}`;
}
