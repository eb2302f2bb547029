/** An object of a file. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * How another shortener describes a link: every value may be of any type, or missing. `limits.ts` reads
 * the limits.
 */
export interface SourceRow {
  readonly code: unknown;
  readonly longUrl: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly note?: unknown;
  readonly tags?: unknown;
  readonly clicks?: unknown;
  readonly createdAt?: unknown;
  /** Without it, as created. */
  readonly updatedAt?: unknown;
  readonly ip?: unknown;
}

/** One format of rows. */
export interface Reader {
  /** The name of its table in a database, for formats that have one. */
  readonly table?: RegExp;
  /** Whether all its numbers are Unix seconds. */
  readonly isInSeconds?: true;
  readonly isRow: (row: Fields) => boolean;
  readonly readRow: (row: Fields) => SourceRow;
}

/** The name of a column or field, in which case and signs make no difference: `expire_in`, `expireIn`. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasFields(row: Fields, ...names: string[]): boolean {
  return names.every((name) => Object.hasOwn(row, name));
}
