import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** Edits of many links at once, and which changes are theirs. */
export function createBulkEdits(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await dialect
        .addSerialKey(db.schema.createTable('bulk_edit'), 'id')
        .addColumn('began_at', 'bigint', (column) => column.notNull())
        .addColumn('who', dialect.text, (column) => column.notNull())
        .addColumn('what', dialect.text, (column) => column.notNull())
        .addColumn('matched', 'bigint', (column) => column.notNull())
        .addColumn('changed', 'bigint', (column) => column.notNull())
        .addColumn('failed', 'bigint', (column) => column.notNull())
        .addColumn('undone_to', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('restored', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable('link_change').addColumn('bulk_id', 'bigint').execute();
      await sql`
        create index link_change_bulk on link_change (bulk_id, link_id)
        where bulk_id is not null`.execute(db);
    },
  };
}
