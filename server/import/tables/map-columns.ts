import { toSingleLine } from '../../../contracts/text.ts';
import { findLimitColumn } from '../limit-columns.ts';
import { foldHeader } from '../readers/source-row.ts';
import type { ColumnField, SourceOptions } from '../source/row-source.ts';
import { findField, type CodeKind, type NamedField } from './column-fields.ts';
import { findKind, type TableKind } from './table-kinds.ts';

const NAME_MAX = 100; // characters

export interface TableColumn {
  /** Unique in the table. */
  readonly name: string;
  readonly field: ColumnField;
  /** The name of its value in a row; null: the value is left out. */
  readonly key: string | null;
  readonly codeKind?: CodeKind;
  /** Whether a row that ends before this column fails. */
  readonly isLimit: boolean;
}

export interface TableMap {
  readonly columns: readonly TableColumn[];
  readonly kind: TableKind;
  /** Two columns that may hold the code or the long URL alike, so that a person must choose. */
  readonly twins: readonly [string, string] | null;
}

/** Names the cells of a header; empty ones by their place. */
export function nameColumns(header: readonly string[]): string[] {
  const seen = new Set<string>();
  return header.map((cell, index) => {
    const text = toSingleLine(cell).slice(0, NAME_MAX).trim();
    const base = text === '' || text === '__proto__' ? `Column ${index + 1}` : text;
    let name = base;
    for (let copy = 2; seen.has(name); copy += 1) name = `${base} (${copy})`;
    seen.add(name);
    return name;
  });
}

interface Guess {
  readonly index: number;
  readonly name: string;
  readonly folded: string;
  readonly chosen: ColumnField | null;
  readonly named: NamedField | null;
}

/** `order` gives the fields of a table without a header. */
export function mapColumns(
  names: readonly string[],
  { columns: chosen = {} }: SourceOptions,
  order: readonly ColumnField[] | null = null,
): TableMap {
  const folded = names.map(foldHeader);
  const kind = order === null ? findKind(folded) : { source: 'csv' };
  const isRedirect = folded.includes('target');
  const guesses = names.map((name, index): Guess => {
    const own = Object.hasOwn(chosen, name) ? chosen[name]! : null;
    const field = order?.[index] ?? '';
    const isPath = /^(?:source|address)$/.test(folded[index]!);
    const isOther = kind.extra?.includes(folded[index]!) === true || (isPath && !isRedirect);
    const found = order === null && !isOther ? findField(folded[index]!) : null;
    const named: NamedField | null = field === '' ? found : { field, rank: 0 };
    return { index, name, folded: folded[index]!, chosen: own, named };
  });
  const columns = guesses.map((guess) => describe(guess, guesses, kind));
  const one = guesses.find((guess) => findTwin(guess, guesses) !== undefined);
  const twins = one === undefined ? null : ([one.name, findTwin(one, guesses)!.name] as const);
  return { columns, kind, twins };
}

/** Another column whose name says the same, when no column was chosen. */
function findTwin(guess: Guess, guesses: readonly Guess[]): Guess | undefined {
  const { chosen, named } = guess;
  if (named === null || chosen !== null || !/^(?:short|long)_url$/.test(named.field)) {
    return undefined;
  }
  const { field, codeKind, rank } = named;
  const rivals = guesses.filter(
    (other) =>
      other.chosen === field ||
      (other.chosen === null && other.named?.field === field && other.named.codeKind === codeKind),
  );
  const isBeaten = rivals.some((other) => other.chosen === field || other.named!.rank < rank);
  return isBeaten
    ? undefined
    : rivals.find((other) => other !== guess && other.named!.rank === rank);
}

function describe(guess: Guess, guesses: readonly Guess[], kind: TableKind): TableColumn {
  const { name, folded, chosen, named } = guess;
  const limit = findLimitColumn(name);
  // What a person says about a column counts, but opens no protected link.
  if (limit !== null && (chosen === null || chosen === '' || limit.isSecret === true)) {
    const field = limit.kind === 'expiry' ? 'expires_at' : '';
    return { name, field, key: name, isLimit: true };
  }
  if (chosen === 'expires_at') {
    return { name, field: chosen, key: `expires at (${name})`, isLimit: true };
  }
  const field = chosen ?? (isBest(guess, guesses) ? named!.field : '');
  if (field !== '') {
    const isCode = field === 'short_url';
    const codeKind = chosen === null ? named!.codeKind : findField(folded)?.codeKind;
    const key = isCode ? `short_url ${guess.index}` : field;
    return {
      name,
      field,
      key,
      isLimit: field === 'long_url',
      ...(isCode && { codeKind: codeKind ?? 'code' }),
    };
  }
  const isKept = chosen === null && kind.extra?.includes(folded) === true;
  return { name, field, key: isKept ? folded : findPlainKey(guess), isLimit: isKept };
}

/** Values without a field of their own. */
function findPlainKey({ folded, chosen }: Guess): string | null {
  if (chosen !== null) return null;
  if (folded === 'ip' || folded === 'ipaddress') return 'ip';
  return /^(?:updatedat|updated|lastupdated|linkmodified)$/.test(folded) ? 'updated_at' : null;
}

/** Of the columns with one field, those that a person chose, else the surest name. */
function isBest({ index, named }: Guess, guesses: readonly Guess[]): boolean {
  if (named === null || findTwin(guesses[index]!, guesses) !== undefined) return false;
  const { field, codeKind, rank } = named;
  return !guesses.some((other) => {
    if (other.chosen !== null) return other.chosen === field;
    if (other.index === index || other.named?.field !== field) return false;
    // A code, its address and its other addresses may stand side by side.
    if (other.named.codeKind !== codeKind)
      return codeKind === 'code' && other.named.codeKind === 'path';
    return other.named.rank < rank || (other.named.rank === rank && other.index < index);
  });
}
