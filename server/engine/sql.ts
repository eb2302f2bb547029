import { sql, type CreateTableBuilder, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/** All in which the SQL of the two engines differs. */
export interface Dialect {
  /** Whether several servers may have the database open. */
  readonly isShared: boolean;

  /** Adds a primary key that counts up and never gives a number twice. */
  addSerialKey<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table>,
    name: Column,
  ): CreateTableBuilder<Table, Column>;

  /** The type of a primary key of numbers that come from elsewhere. */
  readonly rowId: RawBuilder<unknown>;

  /** Has rows stored in the order of the primary key, where the engine can. */
  keepInKeyOrder<Table extends string>(table: CreateTableBuilder<Table>): CreateTableBuilder<Table>;

  /** The type of a column of text, which is compared byte by byte. */
  readonly text: RawBuilder<unknown>;

  /** The type of a column of bytes. */
  readonly bytes: RawBuilder<unknown>;

  /** An expression: how many links there are. */
  readonly linkCount: RawBuilder<number>;

  /**
   * Does work of a transaction, and has all that it deletes or replaces overwritten in the file, where
   * the engine can: also what fills pages of its own.
   */
  erase(tx: QueryExecutorProvider, work: () => Promise<unknown>): Promise<void>;

  /** A condition: the expression holds this text, its own wildcards having no meaning. */
  contains(expression: RawBuilder<unknown>, text: string): RawBuilder<boolean>;

  /** A table expression with the column `id`, one row for each. */
  idsOf(ids: readonly number[]): RawBuilder<{ id: number }>;

  /** An aggregate: the numbers of all rows as a JSON array in one text. Rows would take much longer. */
  numbersOf(expression: RawBuilder<number>): RawBuilder<string>;

  /**
   * A table expression with these columns, one row for each list of values in their order; a column
   * of numbers has no nulls.
   */
  rowsOf<Column extends string>(
    columns: readonly Column[],
    rows: readonly (readonly (string | number | null)[])[],
  ): RawBuilder<Record<Column, string | number | null>>;
}

export const sqliteSql: Dialect = {
  isShared: false,
  addSerialKey: (table, name) =>
    table.addColumn(name, sql`integer`, (column) => column.primaryKey().autoIncrement()),
  // By this name alone it is the row's own number.
  rowId: sql`integer`,
  keepInKeyOrder: (table) => table.modifyEnd(sql`without rowid`),
  text: sql`text`,
  bytes: sql`blob`,
  linkCount: sql`(select count(*) from link)`,
  async erase(tx, work) {
    await sql`pragma secure_delete = on`.execute(tx);
    try {
      await work();
    } finally {
      await sql`pragma secure_delete = fast`.execute(tx);
    }
  },
  contains: (expression, text) => sql`instr(${expression}, ${text}) > 0`,
  idsOf: (ids) => sql`(select value as id from json_each(${JSON.stringify(ids)}))`,
  numbersOf: (expression) => sql`json_group_array(${expression})`,
  rowsOf(columns, rows) {
    const values = columns.map(
      (name, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`,
    );
    return sql`(select ${sql.join(values)} from json_each(${JSON.stringify(rows)}))`;
  },
};

export const postgresSql: Dialect = {
  isShared: true,
  addSerialKey: (table, name) =>
    table.addColumn(name, 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey()),
  rowId: sql`bigint`,
  keepInKeyOrder: (table) => table,
  // Without a language's rules: then an index serves "begins with", and order is SQLite's.
  text: sql`text collate "C"`,
  bytes: sql`bytea`,
  linkCount: sql`(select coalesce(sum(links), 0) from link_count)`,
  async erase(_, work) {
    await work();
  },
  contains: (expression, text) => sql`strpos(${expression}, ${text}) > 0`,
  idsOf: (ids) => sql`(select unnest(${[...ids]}::bigint[]) as id)`,
  numbersOf: (expression) => sql`coalesce(json_agg(${expression})::text, '[]')`,
  rowsOf(columns, rows) {
    const lists = columns.map((_, index) => {
      const values = rows.map((row) => row[index]);
      return sql`${values}::${typeof values[0] === 'number' ? sql`bigint` : sql`text`}[]`;
    });
    const names = sql.join(columns.map((name) => sql.ref(name)));
    return sql`(select * from unnest(${sql.join(lists)}) as listed (${names}))`;
  },
};
