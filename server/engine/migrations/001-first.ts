import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** The tables of the first release. */
export function createFirstTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await dialect
        .addSerialKey(db.schema.createTable('link'), 'id')
        .addColumn('short_url', dialect.text, (column) => column.notNull().unique())
        .addColumn('long_url', dialect.text, (column) => column.notNull())
        .addColumn('long_url_hash', 'bigint', (column) => column.notNull())
        .addColumn('title', dialect.text, (column) => column.notNull())
        .addColumn('description', dialect.text, (column) => column.notNull())
        .addColumn('clicks', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('is_active', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('ip', dialect.text, (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('link_long_url_hash')
        .on('link')
        .column('long_url_hash')
        .execute();
      await db.schema
        .createTable('account')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('username', dialect.text, (column) => column.notNull())
        .addColumn('email', dialect.text, (column) => column.notNull())
        .addColumn('password_hash', dialect.text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('session')
        .addColumn('token_hash', dialect.text, (column) => column.primaryKey())
        .addColumn('account_id', 'integer', (column) => column.notNull())
        .addColumn('ip', dialect.text, (column) => column.notNull())
        .addColumn('user_agent', dialect.text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('api_token')
        .addColumn('account_id', 'integer', (column) => column.primaryKey())
        .addColumn('token_hash', dialect.text, (column) => column.notNull().unique())
        .addColumn('token_sealed', dialect.text, (column) => column.notNull())
        .addColumn('ip', dialect.text, (column) => column.notNull())
        .addColumn('user_agent', dialect.text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('option')
        .addColumn('key', dialect.text, (column) => column.primaryKey())
        .addColumn('value', dialect.text, (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('journal_segment')
        .addColumn('name', dialect.text, (column) => column.primaryKey())
        .addColumn('drained_bytes', 'bigint', (column) => column.notNull())
        .execute();
      await dialect
        .addSerialKey(db.schema.createTable('change_feed'), 'seq')
        .addColumn('kind', dialect.text, (column) => column.notNull())
        .addColumn('key', dialect.text, (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  };
}
