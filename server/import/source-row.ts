/** An object of a file, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * What describes a link at another shortener: every value may be of any type, or missing. What limits
 * a link is read apart from this, in `limits.ts`.
 */
export interface SourceRow {
  readonly code: unknown;
  readonly longUrl: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly clicks?: unknown;
  readonly createdAt?: unknown;
  /** Without it, as created. */
  readonly updatedAt?: unknown;
  readonly ip?: unknown;
}

/** One format of rows. */
export interface Reader {
  /** What its table is called in a database; without it, the format has no tables of its own. */
  readonly table?: RegExp;
  /** Whether its numbers are Unix seconds, however small or large. */
  readonly isInSeconds?: true;
  readonly isRow: (row: Fields) => boolean;
  readonly readRow: (row: Fields) => SourceRow;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasFields(row: Fields, ...names: string[]): boolean {
  return names.every((name) => Object.hasOwn(row, name));
}
