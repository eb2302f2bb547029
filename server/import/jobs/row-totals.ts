import { JOB_ROWS_MAX, type JobRowKind } from '../../../contracts/import.constants.ts';
import type { JobCounts, JobRow } from '../../../contracts/import-jobs.ts';
import { describeBinned } from '../../links/bin/bin.store.ts';
import type { Cut } from '../cuts.ts';
import { excerpt, excerptRow } from '../excerpt.ts';
import type { ImportedLink } from '../import.store.ts';
import type { Reader } from '../readers/source-row.ts';
import type { Refusal } from '../refusal.ts';
import type { CheckedRow } from './job-source.ts';

/** How a row begins: asked only for the rows that are kept. */
type RowStart = () => Pick<JobRow, 'row' | 'short_url' | 'long_url'>;

/** Another link has the code, with this long URL; undefined: it is in the bin, or is not shown. */
export interface TakenCode {
  readonly longUrl: string | undefined;
  readonly restorableUntil: number | undefined;
}

/** What becomes of a link: it is new with this code, leads where a link leads already, or neither. */
export type Outcome = { readonly code: string } | 'here' | TakenCode;

export function isTaken(outcome: Outcome): boolean {
  return outcome !== 'here' && 'longUrl' in outcome;
}

interface Rows {
  /** As the file has them. */
  readonly rows: readonly unknown[];
  readonly checked: readonly CheckedRow[];
}

/** Counts the rows of a job, and collects the first ones of each kind. */
export class RowTotals {
  readonly counts: Record<keyof JobCounts, number>;
  readonly rows = new Map<JobRowKind, JobRow[]>();
  readonly #before: JobCounts;

  constructor(before: JobCounts) {
    this.#before = before;
    this.counts = { ...before };
  }

  /** Adds the rows behind those that are counted. */
  addRows(
    { rows, checked }: Rows,
    { readRow }: Reader,
    outcomeOf: (link: ImportedLink) => Outcome,
  ): void {
    for (const [index, { result, cuts }] of checked.entries()) {
      this.counts.read += 1;
      const row = this.counts.read;
      const start: RowStart = () => ({ row, ...excerptRow(rows[index], readRow) });
      if ('reason' in result) this.#addRefused(start, result);
      else this.#addLink(start, { result, cuts }, outcomeOf(result));
    }
  }

  addKept(start: RowStart): void {
    this.#keep('kept', start, {});
  }

  #addLink(
    start: RowStart,
    { result: link, cuts }: { readonly result: ImportedLink; readonly cuts: readonly Cut[] },
    outcome: Outcome,
  ): void {
    if (outcome === 'here') this.#keep('here', start, {});
    else if ('code' in outcome) {
      const { short_url: former } = link;
      const { code: present } = outcome;
      const rename = { field: 'short_url', former, present };
      this.#addNew(start, present === former ? cuts : [...cuts, rename]);
    } else this.#addTaken(start, outcome);
  }

  #addNew(start: RowStart, cuts: readonly Cut[]): void {
    this.#keep('new', start, {});
    if (cuts.length === 0) return;
    for (const cut of cuts) this.#collect('cut', start, cut);
    this.counts.cut += 1;
  }

  #addTaken(start: RowStart, { longUrl, restorableUntil }: TakenCode): void {
    const reason =
      restorableUntil === undefined
        ? `Another link has this code${longUrl === undefined ? '' : `: ${excerpt(longUrl)}`}`
        : describeBinned(restorableUntil);
    this.#keep('taken', start, { key: 'short.url.exists', reason, former: excerpt(longUrl ?? '') });
  }

  #addRefused(start: RowStart, { key, reason, detail = '' }: Refusal): void {
    this.#keep('refused', start, { key, reason, former: detail });
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
