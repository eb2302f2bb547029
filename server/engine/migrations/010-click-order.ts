import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/**
 * The order by clicks has numbers of its own, brought up to the clicks when somebody looks: counting
 * on a large site took a third of its time to move links in the index, most of them by a place or two.
 */
export function createClickOrder(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('click_count')
        .addColumn('sorted_clicks', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.dropIndex('click_count_clicks').execute();
      await sql`update click_count set sorted_clicks = clicks where clicks > 0`.execute(db);
      // In SQLite the number of the row is the last column of every index.
      await db.schema
        .createIndex('click_count_order')
        .on('click_count')
        .columns(dialect.isShared ? ['sorted_clicks', 'link_id'] : ['sorted_clicks'])
        .execute();
      await db.schema
        .createTable('unsorted_block')
        .addColumn('block', dialect.rowId, (column) => column.primaryKey())
        .execute();
    },
  };
}
