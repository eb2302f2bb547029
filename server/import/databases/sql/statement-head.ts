import { SqlBroken } from './lexer.ts';

/** A token before the rows of a statement. `sign`: one character. */
export interface HeadToken {
  readonly kind: 'word' | 'name' | 'text' | 'sign';
  readonly text: string;
}

export interface TableName {
  /** The database or schema; '' when the dump names none. */
  readonly qualifier: string;
  readonly name: string;
}

const COLUMNS_MAX = 500;

/** What begins an entry of CREATE TABLE that is no column. */
const noColumns: ReadonlySet<string> = new Set(
  `primary key unique index constraint foreign check fulltext spatial exclude like period`.split(
    ' ',
  ),
);

/** Words between INSERT, REPLACE, COPY or CREATE and the name of the table. */
const modifiers: ReadonlySet<string> = new Set(
  `into ignore low_priority high_priority delayed or replace rollback abort fail only table if not
  exists temporary temp unlogged global local`.split(/\s+/),
);

export interface TableHead {
  readonly table: TableName;
  /** null: the statement names no columns. */
  readonly columns: readonly string[] | null;
}

/** Reads the table and the columns, which stand in brackets; null: no table is named. */
export function readHead(tokens: readonly HeadToken[]): TableHead | null {
  let index = 1;
  while (tokens[index]?.kind === 'word' && isModifier(tokens[index]!)) index += 1;
  const parts: string[] = [];
  for (;;) {
    const token = tokens[index];
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'name')) break;
    parts.push(token.text);
    index += 1;
    if (!isSign(tokens[index], '.')) break;
    index += 1;
  }
  const name = parts.at(-1);
  if (name === undefined || name === '') return null;
  const table = { qualifier: parts.at(-2) ?? '', name };
  if (!isSign(tokens[index], '(')) return { table, columns: null };
  return { table, columns: readColumns(tokens.slice(index + 1)) };
}

function isModifier({ text }: HeadToken): boolean {
  return modifiers.has(text.toLowerCase());
}

function isSign(token: HeadToken | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}

/** The first token of each entry of a list in brackets. */
function readColumns(tokens: readonly HeadToken[]): string[] {
  const columns: string[] = [];
  let depth = 1;
  let isFirst = true;
  for (const token of tokens) {
    if (isSign(token, '(')) depth += 1;
    else if (isSign(token, ')')) {
      depth -= 1;
      if (depth === 0) break;
    } else if (depth === 1 && isSign(token, ',')) isFirst = true;
    else if (isFirst) {
      isFirst = false;
      const isColumn = token.kind === 'name' || !noColumns.has(token.text.toLowerCase());
      if (token.kind !== 'sign' && isColumn) columns.push(token.text.toLowerCase());
      if (columns.length > COLUMNS_MAX) {
        throw new SqlBroken(`A table has more than ${COLUMNS_MAX} columns`);
      }
    }
  }
  return columns;
}

/** `SET names utf8mb4`, `SET a = 'b'`: the name and the value. */
export function readSetting(tokens: readonly HeadToken[]): readonly [string, string] | null {
  const words = tokens.filter(({ kind }) => kind !== 'sign').map(({ text }) => text);
  const [, name, value] = words;
  return name === undefined || value === undefined ? null : [name.toLowerCase(), value];
}
