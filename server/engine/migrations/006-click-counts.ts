import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** The counts of the links in narrow rows: a page holds many, and counting changes many at once. */
export function createClickCounts(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('click_count')
        .addColumn('link_id', dialect.rowId, (column) => column.primaryKey())
        .addColumn('clicks', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('bots', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await sql`
        insert into click_count (link_id, clicks, bots)
        select id, clicks, bots from link order by id`.execute(db);
      // In SQLite the number of the row is the last column of every index.
      await db.schema
        .createIndex('click_count_clicks')
        .on('click_count')
        .columns(dialect.isShared ? ['clicks', 'link_id'] : ['clicks'])
        .execute();
      await db.schema.dropIndex('link_clicks').execute();
      for (const column of ['clicks', 'bots']) {
        await db.schema.alterTable('link').dropColumn(column).execute();
      }
    },
  };
}
