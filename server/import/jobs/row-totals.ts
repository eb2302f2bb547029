import { JOB_ROWS_MAX, type JobRowKind } from '../../../contracts/import.constants.ts';
import type { JobCounts, JobRow } from '../../../contracts/import-jobs.ts';
import { describeBinned } from '../../links/bin/bin.store.ts';
import { excerpt } from '../excerpt.ts';
import type { Refusal } from '../refusal.ts';
import type { Cut } from './job-source.ts';

/** How a row begins: asked only for the rows that are kept. */
export type RowStart = () => Pick<JobRow, 'row' | 'short_url' | 'long_url'>;

/** Counts the rows of a job, and collects the first ones of each kind. */
export class RowTotals {
  readonly counts: Record<keyof JobCounts, number>;
  readonly rows = new Map<JobRowKind, JobRow[]>();
  readonly #before: JobCounts;

  constructor(before: JobCounts) {
    this.#before = before;
    this.counts = { ...before };
  }

  addNew(start: RowStart, cuts: readonly Cut[]): void {
    this.counts.read += 1;
    this.#keep('new', start, {});
    if (cuts.length === 0) return;
    for (const cut of cuts) this.#collect('cut', start, cut);
    this.counts.cut += 1;
  }

  addHere(start: RowStart): void {
    this.counts.read += 1;
    this.#keep('here', start, {});
  }

  /** `longUrl` is that of the other link; undefined: the code is in the bin, or is not shown. */
  addTaken(start: RowStart, longUrl: string | undefined, restorableUntil?: number): void {
    this.counts.read += 1;
    const reason =
      restorableUntil === undefined
        ? `Another link has this code${longUrl === undefined ? '' : `: ${excerpt(longUrl)}`}`
        : describeBinned(restorableUntil);
    this.#keep('taken', start, { key: 'short.url.exists', reason, former: excerpt(longUrl ?? '') });
  }

  addRefused(start: RowStart, { key, reason, detail = '' }: Refusal): void {
    this.counts.read += 1;
    this.#keep('refused', start, { key, reason, former: detail });
  }

  addKept(start: RowStart): void {
    this.#keep('kept', start, {});
  }

  #keep(kind: JobRowKind, start: RowStart, more: Partial<JobRow>): void {
    this.#collect(kind, start, more);
    this.counts[kind] += 1;
  }

  #collect(kind: JobRowKind, start: RowStart, more: Partial<JobRow>): void {
    const rows = this.rows.getOrInsertComputed(kind, () => []);
    if (this.#before[kind] + rows.length >= JOB_ROWS_MAX[kind]) return;
    const whole = { key: null, reason: '', field: '', former: '', present: '' };
    rows.push({ ...start(), ...whole, ...more });
  }
}
