import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

const formerTables = [
  'click_value',
  'click_fact',
  'click_sum',
  'open_part',
  'open_chunk',
  'settled_detail',
  'click_day',
] as const;

/** Clicks stand in a log of batches. */
export function createClickBatches(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of formerTables) await db.schema.dropTable(table).execute();
      await db.schema
        .createTable('click_batch')
        .addColumn('id', dialect.text, (column) => column.primaryKey().notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('state', dialect.text, (column) => column.notNull())
        .addColumn('rules', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'integer', (column) => column.notNull())
        .addColumn('body', dialect.bytes, (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('click_batch_day')
        .on('click_batch')
        .columns(['day', 'id', 'state', 'rules', 'bytes'])
        .execute();
      await db.schema
        .createTable('visitor_salt')
        .addColumn('day', 'integer', (column) => column.primaryKey().notNull())
        .addColumn('salt', dialect.bytes, (column) => column.notNull())
        .execute();
    },
  };
}
