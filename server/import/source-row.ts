export type Fields = Readonly<Record<string, unknown>>;

/** Each value may have any type or be missing. `limits.ts` reads the limits of the row. */
export interface SourceRow {
  readonly code: unknown;
  readonly longUrl: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly note?: unknown;
  readonly tags?: unknown;
  readonly clicks?: unknown;
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
  readonly ip?: unknown;
  readonly domain?: unknown;
}

export interface Reader {
  /** The name of the table, for formats of databases. */
  readonly table?: RegExp;
  /** Whether every number is a Unix time in seconds. */
  readonly isInSeconds?: true;
  /** Whether the rows are Brisk's own: every field is known, and nothing is guessed by its name. */
  readonly isOwn?: true;
  readonly isRow: (row: Fields) => boolean;
  readonly readRow: (row: Fields) => SourceRow;
}

/** Folds case and signs of a column name: `expire_in` and `expireIn` become equal. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasFields(row: Fields, ...names: string[]): boolean {
  return names.every((name) => Object.hasOwn(row, name));
}
