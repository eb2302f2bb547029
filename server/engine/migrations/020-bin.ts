import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** Deleted links are found by code and by date; the codes of purged links are kept. */
export function createBin(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createIndex('deleted_link_code')
        .on('deleted_link')
        .column('short_url')
        .execute();
      await db.schema
        .createIndex('deleted_link_date')
        .on('deleted_link')
        .columns(['deleted_at', 'id'])
        .execute();
      await sql`
        create index deleted_link_is_count_only on deleted_link (id)
        where is_count_only = 1`.execute(db);
      await dialect
        .keepInKeyOrder(db.schema.createTable('retired_code'))
        .addColumn('code', dialect.text, (column) => column.primaryKey().notNull())
        .execute();
    },
  };
}
