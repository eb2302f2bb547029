/** An object of a file, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** A link as another shortener wrote it down: every value may be of any type, or missing. */
export interface ForeignRow {
  readonly code: unknown;
  readonly longUrl: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly clicks?: unknown;
  /** Times are Unix seconds, or text with or without an offset from UTC. */
  readonly createdAt?: unknown;
  /** Without it, as created. */
  readonly updatedAt?: unknown;
  /** Without it, or as 0: never. */
  readonly expiresAt?: unknown;
  /** Without it: yes. */
  readonly isActive?: unknown;
  readonly ip?: unknown;
  /** What of this link Brisk could not keep, so that it must not come in. */
  readonly obstacle?: string | null;
}

/** One format of a file. */
export interface Reader {
  /** The rows of a file of this format, wherever they stand in it; null for any other file. */
  readonly findRows: (file: unknown) => readonly unknown[] | null;
  readonly readRow: (row: Fields) => ForeignRow;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is a list of objects of which one at least has all these fields. */
export function rowsWith(value: unknown, ...names: string[]): readonly unknown[] | null {
  return Array.isArray(value) && value.some((row) => hasFields(row, names)) ? value : null;
}

function hasFields(row: unknown, names: readonly string[]): boolean {
  return isFields(row) && names.every((name) => Object.hasOwn(row, name));
}
