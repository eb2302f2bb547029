import type { TextField } from '../../../contracts/links/link-fields.constants.ts';
import { normalizeText } from '../../engine/texts/normal-form.ts';
import type { Refusal } from '../refusal.ts';
import type { DayOrder } from '../values/date-time.ts';
import type { RoutingReader } from './routing-reader.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Each value may have any type or be missing. `limits.ts` reads the limits of the row. */
export interface SourceRow extends Partial<Readonly<Record<TextField, unknown>>> {
  readonly code: unknown;
  readonly longUrl: unknown;
  readonly tags?: unknown;
  readonly clicks?: unknown;
  readonly lastClickedAt?: unknown;
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
  readonly ip?: unknown;
  readonly domain?: unknown;
}

export interface Reader {
  /** The program, as `GET /api/imports` names it. */
  readonly source?: string;
  /** The name of the table, for formats of databases. */
  readonly table?: RegExp;
  /** Whether every number is a Unix time in seconds. */
  readonly isInSeconds?: true;
  /** Whether the rows are Brisk's own: every field is known, and nothing is guessed by its name. */
  readonly isOwn?: true;
  readonly isRow: (row: Fields) => boolean;
  readonly readRow: (row: Fields) => SourceRow;
  /** For formats whose rows hold several links. */
  readonly splitRow?: (row: Fields) => readonly Fields[];
  /** The order in dates of creation when the file does not show one. */
  readonly usualDayOrder?: DayOrder;
  /** Why a row of this format cannot be imported, before anything else is checked. */
  readonly refuseRow?: (row: Fields) => Refusal | null;
  /** For formats whose links lead some visits elsewhere. */
  readonly routing?: RoutingReader;
}

/** Each value of a link, with the column that holds it. */
type Columns = Readonly<
  Record<'code' | 'longUrl', string> & Partial<Record<keyof SourceRow, string>>
>;

/** Reads rows that have the columns of code and long URL; `more` adds values or replaces them. */
export function readColumns(
  columns: Columns,
  more: (row: Fields) => Partial<SourceRow> = () => ({}),
): Pick<Reader, 'isRow' | 'readRow'> {
  const entries = Object.entries(columns);
  return {
    isRow: (row) => hasFields(row, columns.code, columns.longUrl),
    readRow(row) {
      const read = entries.map(([name, column]) => [name, row[column]]);
      return Object.assign(Object.fromEntries(read) as SourceRow, more(row));
    },
  };
}

/** Folds case, accents and signs of a column name: `expire_in` and `expireIn` become equal. */
export function foldName(name: string): string {
  return normalizeText(name, 'NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** As `foldName`, without remarks in brackets: `Created at (UTC)`. */
export function foldHeader(name: string): string {
  return foldName(name.replaceAll(/\([^()]*\)/g, ''));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasFields(row: Fields, ...names: string[]): boolean {
  return names.every((name) => Object.hasOwn(row, name));
}

/** A blank is a value, and 0 may be a password. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === '';
}

/** Also true for lists and objects that hold nothing, as JSON text too. */
export function isEmpty(value: unknown): boolean {
  if (isUnset(value)) return true;
  if (typeof value === 'string') return /^\s*(?:\[\s*\]|\{\s*\}|null)\s*$/i.test(value);
  return typeof value === 'object' && Object.values(value as object).every(isEmpty);
}
