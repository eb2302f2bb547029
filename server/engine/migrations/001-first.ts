import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** The tables of the first release. */
export function createFirstTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await dialect
        .addSerialKey(db.schema.createTable('link'), 'id')
        .addColumn('short_url', 'text', (column) => column.notNull().unique())
        .addColumn('long_url', 'text', (column) => column.notNull())
        .addColumn('long_url_hash', 'bigint', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('description', 'text', (column) => column.notNull())
        .addColumn('clicks', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('is_active', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('ip', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('link_long_url_hash')
        .on('link')
        .column('long_url_hash')
        .execute();
      await db.schema
        .createTable('account')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('username', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('password_hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('session')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'integer', (column) => column.notNull())
        .addColumn('ip', 'text', (column) => column.notNull())
        .addColumn('user_agent', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('api_token')
        .addColumn('account_id', 'integer', (column) => column.primaryKey())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('token_sealed', 'text', (column) => column.notNull())
        .addColumn('ip', 'text', (column) => column.notNull())
        .addColumn('user_agent', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('option')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('journal_segment')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('drained_bytes', 'bigint', (column) => column.notNull())
        .execute();
      await dialect
        .addSerialKey(db.schema.createTable('change_feed'), 'seq')
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  };
}
