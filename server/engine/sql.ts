import { sql, type CreateTableBuilder, type RawBuilder } from 'kysely';

/** All in which the SQL of the two engines differs. */
export interface Dialect {
  /** Adds a primary key that counts up and never gives a number twice. */
  addSerialKey<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table>,
    name: Column,
  ): CreateTableBuilder<Table, Column>;

  /** A table expression with the columns `id` and `count`, one row for each entry of the map. */
  tableOf(counts: ReadonlyMap<number, number>): RawBuilder<{ id: number; count: number }>;
}

export const sqliteSql: Dialect = {
  addSerialKey: (table, name) =>
    table.addColumn(name, sql`integer`, (column) => column.primaryKey().autoIncrement()),
  tableOf: (counts) =>
    sql`(select value ->> 0 as id, value ->> 1 as count from json_each(${JSON.stringify([...counts])}))`,
};
