import { sql, type CreateTableBuilder, type RawBuilder } from 'kysely';

/** All in which the SQL of the two engines differs. */
export interface Dialect {
  /** Adds a primary key that counts up and never gives a number twice. */
  addSerialKey<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table>,
    name: Column,
  ): CreateTableBuilder<Table, Column>;

  /** Has rows stored in the order of the primary key, where the engine can. */
  keepInKeyOrder<Table extends string>(table: CreateTableBuilder<Table>): CreateTableBuilder<Table>;

  /** The type of a column of bytes. */
  readonly bytes: RawBuilder<unknown>;

  /** A condition: the expression holds this text, its own wildcards having no meaning. */
  contains(expression: RawBuilder<unknown>, text: string): RawBuilder<boolean>;

  /** A table expression with the column `id`, one row for each. */
  idsOf(ids: readonly number[]): RawBuilder<{ id: number }>;

  /** A table expression with these columns, one row for each list of values in their order. */
  rowsOf<Column extends string>(
    columns: readonly Column[],
    rows: readonly (readonly (string | number)[])[],
  ): RawBuilder<Record<Column, string | number>>;

  /** A table expression with the columns `id` and `count`, one row for each entry of the map. */
  tableOf(counts: ReadonlyMap<number, number>): RawBuilder<{ id: number; count: number }>;
}

export const sqliteSql: Dialect = {
  addSerialKey: (table, name) =>
    table.addColumn(name, sql`integer`, (column) => column.primaryKey().autoIncrement()),
  keepInKeyOrder: (table) => table.modifyEnd(sql`without rowid`),
  bytes: sql`blob`,
  contains: (expression, text) => sql`instr(${expression}, ${text}) > 0`,
  idsOf: (ids) => sql`(select value as id from json_each(${JSON.stringify(ids)}))`,
  rowsOf(columns, rows) {
    const values = columns.map(
      (name, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`,
    );
    return sql`(select ${sql.join(values)} from json_each(${JSON.stringify(rows)}))`;
  },
  tableOf: (counts) =>
    sql`(select value ->> 0 as id, value ->> 1 as count from json_each(${JSON.stringify([...counts])}))`,
};
