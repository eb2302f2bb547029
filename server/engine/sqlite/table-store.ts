import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite';
import { rmSync } from 'node:fs';

export type Cell = string | number | null;
export type Cells = Readonly<Record<string, Cell>>;

const CACHE_KIB = 16 * 1024;
const ROWS_MAX = 1000;
const CHARACTERS_MAX = 1024 * 1024; // of a page; the values of a hostile file are long

export interface StoredTable {
  readonly id: string;
  add(values: readonly Cell[]): void;
}

export interface TableShape {
  readonly columns: readonly string[];
  readonly integers: readonly string[];
  readonly indexed: readonly string[];
}

/**
 * Tables that another program wrote, copied into a temporary database with our types and indexes. The file has no name, so it disappears with the process.
 */
export class TableStore {
  readonly #database: Database;
  #tables = 0;

  constructor(path: string) {
    this.#database = new Database(path, { create: true, strict: true });
    // Without a name, the file can have no journal beside it. Pages of a new file need none.
    this.#database.run('pragma journal_mode = memory');
    this.#database.run('pragma synchronous = off');
    this.#database.run('pragma locking_mode = exclusive');
    this.#database.run('pragma temp_store = memory');
    this.#database.run(`pragma cache_size = -${CACHE_KIB}`);
    this.#database.run('begin exclusive');
    rmSync(path);
  }

  create({ columns, integers, indexed }: TableShape): StoredTable {
    this.#tables += 1;
    const id = `t${this.#tables}`;
    const typed = columns.map(
      (name) => quoteName(name) + (integers.includes(name) ? ' integer' : ''),
    );
    this.#database.run(`create table ${id} (${typed.join(', ')})`);
    for (const [at, name] of indexed.entries()) {
      this.#database.run(`create index ${id}_${at} on ${id} (${quoteName(name)})`);
    }
    const marks = columns.map(() => '?').join(', ');
    const insert: Statement = this.#database.prepare(`insert into ${id} values (${marks})`);
    return { id, add: (values) => insert.run(...values) };
  }

  /** Pages of rows, at most 1,000 or about 1 MB at a time. */
  *pages<Row extends Cells>(sql: string, ...bindings: SQLQueryBindings[]): Generator<Row[]> {
    let page: Row[] = [];
    let characters = 0;
    for (const row of this.#database.prepare<Row, SQLQueryBindings[]>(sql).iterate(...bindings)) {
      page.push(row);
      for (const name in row) characters += lengthOf(row[name]!);
      if (page.length < ROWS_MAX && characters < CHARACTERS_MAX) continue;
      yield page;
      page = [];
      characters = 0;
    }
    if (page.length > 0) yield page;
  }

  all<Row extends Cells>(sql: string, ...bindings: SQLQueryBindings[]): Row[] {
    return this.#database.query<Row, SQLQueryBindings[]>(sql).all(...bindings);
  }

  close(): void {
    this.#database.close();
  }
}

function lengthOf(cell: Cell): number {
  return typeof cell === 'string' ? cell.length : 8;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
