import { columnFields } from '../../../contracts/import.constants.ts';
import { localValues } from '../../storage.ts';
import type { Columns, Job, JobOptions } from './jobs.api.ts';

export function isSameOptions(one: JobOptions, other: JobOptions): boolean {
  return toText(one) === toText(other);
}

/** The same text for the same options in any order. */
function toText({ columns, ...options }: JobOptions): string {
  return JSON.stringify([sortFields(options), sortFields(columns)]);
}

function sortFields(fields: object) {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
}

const STORED = 'import_columns';
/** How many headers are remembered. */
const KEPT = 10;

interface Remembered {
  readonly header: readonly string[];
  readonly columns: Columns;
}

function readRemembered(): readonly Remembered[] {
  const stored = localValues.getJson(STORED);
  return Array.isArray(stored) ? (stored as Remembered[]).filter(isRemembered) : [];
}

function isRemembered(value: Partial<Remembered> | null): boolean {
  return Array.isArray(value?.header) && typeof value.columns === 'object';
}

function isHeader(header: readonly string[], { columns }: Job): boolean {
  return header.length === columns.length && columns.every(({ name }, at) => name === header[at]);
}

/** Remembers what the columns of a table hold, for the next file with the same header. */
export function rememberColumns(job: Job, columns: Columns): void {
  const header = job.columns.map(({ name }) => name);
  const others = readRemembered().filter((known) => !isHeader(known.header, job));
  localValues.set(STORED, JSON.stringify([{ header, columns }, ...others].slice(0, KEPT)));
}

/** What the columns of a file with the same header held; null: no such file, or nothing new. */
export function recallColumns(job: Job): Columns | null {
  if (Object.keys(job.options.columns).length > 0) return null;
  const known = readRemembered().find(({ header }) => isHeader(header, job));
  if (known === undefined) return null;
  const chosen = job.columns.filter(({ name }) => columnFields.includes(known.columns[name]!));
  if (chosen.every(({ name, field }) => known.columns[name] === field)) return null;
  return Object.fromEntries(chosen.map(({ name }) => [name, known.columns[name]!]));
}
