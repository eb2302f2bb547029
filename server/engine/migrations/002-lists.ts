import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** Sorted lists, deletions that can be undone, and the index of the search. */
export function createListTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const column of ['clicks', 'created_at', 'updated_at', 'expires_at']) {
        await db.schema.createIndex(`link_${column}`).on('link').columns([column, 'id']).execute();
      }
      await sql`create index link_title on link (lower(title), id)`.execute(db);
      await db.schema
        .createTable('deleted_link')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('short_url', dialect.text, (column) => column.notNull())
        .addColumn('long_url', dialect.text, (column) => column.notNull())
        .addColumn('long_url_hash', 'bigint', (column) => column.notNull())
        .addColumn('title', dialect.text, (column) => column.notNull())
        .addColumn('description', dialect.text, (column) => column.notNull())
        .addColumn('clicks', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('ip', dialect.text, (column) => column.notNull())
        .addColumn('deleted_at', 'bigint', (column) => column.notNull())
        .execute();
      await dialect
        .addSerialKey(db.schema.createTable('search_build'), 'id')
        .addColumn('segment', 'bigint', (column) => column.notNull())
        .addColumn('state', dialect.text, (column) => column.notNull())
        .execute();
      await dialect
        .keepInKeyOrder(db.schema.createTable('search_posting'))
        .addColumn('build', 'bigint', (column) => column.notNull())
        .addColumn('field', 'integer', (column) => column.notNull())
        .addColumn('gram', 'bigint', (column) => column.notNull())
        .addColumn('ids', dialect.bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint('search_posting_key', ['build', 'field', 'gram'])
        .execute();
      await dialect
        .addSerialKey(db.schema.createTable('search_word'), 'id')
        .addColumn('field', 'integer', (column) => column.notNull())
        .addColumn('word', dialect.text, (column) => column.notNull())
        .addUniqueConstraint('search_word_once', ['field', 'word'])
        .execute();
      await db.schema
        .createTable('search_stale')
        .addColumn('link_id', 'bigint', (column) => column.primaryKey())
        .execute();
    },
  };
}
