import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { SourceFile, SourceOptions } from '../source/row-source.ts';
import {
  TableStore,
  type Cell,
  type Cells,
  type StoredTable,
} from '../../engine/sqlite/table-store.ts';
import { unknownDatabase } from '../refused-file.ts';
import type { TableName } from './sql/statement-head.ts';
import { TOO_LONG } from './sql/text-buffer.ts';
import { findKind, getKind, type TableKind } from './known-tables.ts';

/** A table of the source that matters, with its copy. */
export interface SourceTable {
  readonly kind: TableKind;
  /** The database and what stands before the kind's own name: tables of one site share it. */
  readonly site: string;
  readonly name: string;
  /** In lower case. */
  readonly columns: readonly string[];
  /** How SQL calls it. */
  readonly id: string;
}

/** Where the rows of one table go. */
export interface Intake {
  /** The columns that are kept. */
  readonly kept: readonly string[];
  /** Characters. */
  readonly valueMax: number;
  /** Takes the values of all columns. */
  add(values: readonly Cell[]): void;
  /** Takes the values of those that are kept. */
  addKept(values: readonly Cell[]): void;
}

const TABLES_MAX = 200;
const SEEN_MAX = 20;

/** The tables of a file that matter, copied into a temporary database. */
export class SourceTables {
  readonly store: TableStore;
  readonly tables: SourceTable[] = [];
  readonly #seen = new Set<string>();
  readonly #intakes = new Map<string, Intake | null>();

  constructor(path: string) {
    this.store = new TableStore(path);
  }

  /** The first tables of the file, for a message. */
  get seen(): readonly string[] {
    return [...this.#seen];
  }

  /** null: the table does not matter. The same table comes again for each of its statements. */
  open({ qualifier, name }: TableName, columns: readonly string[]): Intake | null {
    if (this.#seen.size < SEEN_MAX) this.#seen.add(name);
    const key = JSON.stringify([qualifier, name, columns]);
    const known = this.#intakes.get(key);
    if (known !== undefined) return known;
    const found = findKind(name, columns);
    const intake = found === null ? null : this.#create(qualifier, name, columns, found);
    // A hostile dump may name other columns in each statement.
    if (this.#intakes.size === TABLES_MAX) throw unknownDatabase('It has too many tables');
    this.#intakes.set(key, intake);
    return intake;
  }

  #create(
    qualifier: string,
    name: string,
    columns: readonly string[],
    { kind, prefix }: { readonly kind: TableKind; readonly prefix: string },
  ): Intake {
    const lower = columns.map((column) => column.toLowerCase());
    const kept = [...new Set(lower)].filter((column) => kind.keeps?.includes(column) ?? true);
    const site = JSON.stringify([qualifier, prefix]);
    if (this.tables.some((table) => table.site === site && table.name === name)) {
      throw unknownDatabase(`Statements name different columns of ${name}`);
    }
    const stored = this.#store(kind, kept);
    this.tables.push({
      kind,
      site,
      name,
      columns: kept,
      id: stored.id,
    });
    const picks = kept.map((column) => lower.indexOf(column));
    const addKept = (values: readonly Cell[]): void =>
      stored.add(values.map((value) => limitCell(value, kind.valueMax)));
    return {
      kept,
      valueMax: kind.valueMax,
      addKept,
      add(values) {
        if (values.length !== lower.length) {
          const counts = `${values.length} values for ${lower.length} columns`;
          throw unknownDatabase(`A row of ${name} has ${counts}`);
        }
        addKept(picks.map((at) => values[at]!));
      },
    };
  }

  /** The table of this kind that belongs to the same site. */
  find(site: string, kind: string): SourceTable | undefined {
    return this.tables.find((table) => table.site === site && table.kind.name === kind);
  }

  /** How SQL calls the table of this kind: an empty one where the file has none. */
  nameOf(site: string, kind: string): string {
    const table = this.find(site, kind);
    if (table !== undefined) return table.id;
    const missing = getKind(kind);
    return this.#store(missing, missing.keeps ?? missing.needs).id;
  }

  #store(kind: TableKind, columns: readonly string[]): StoredTable {
    return this.store.create({
      columns,
      integers: columns.filter((column) => /(?:^|_)id$/.test(column)),
      indexed: kind.finds,
    });
  }

  /**
   * Rows with all columns of the table, which SQL calls `main`, and with `extra` ones. `order` is a
   * column with an index.
   */
  *rows({ id }: SourceTable, extra = '', order = 'rowid'): Generator<Cells[]> {
    const sql = `select main.*${extra} from ${id} as main order by main.${order}, main.rowid`;
    yield* this.store.pages(sql);
  }

  count({ id }: SourceTable): number {
    return this.store.all<{ rows: number }>(`select count(*) as rows from ${id}`)[0]!.rows;
  }
}

/** A file of our own, which is deleted before the source is read. */
export function scratchPath(file: SourceFile, { folder }: SourceOptions, ending: string): string {
  return join(folder ?? dirname(file.path), `${basename(file.path)}.${randomUUID()}.${ending}`);
}

function limitCell(cell: Cell, max: number): Cell {
  return typeof cell === 'string' && cell.length > max ? TOO_LONG : cell;
}
