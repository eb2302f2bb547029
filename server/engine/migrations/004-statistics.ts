import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** What is known of the clicks of each link and day, and what goes with it. */
export function createStatisticsTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['link', 'deleted_link']) {
        for (const column of ['bots', 'is_count_only', 'shows_numbers']) {
          await db.schema
            .alterTable(table)
            .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
            .execute();
        }
      }
      await sql`
        create index link_is_count_only on link (id) where is_count_only = 1`.execute(db);
      await db.schema
        .createTable('click_value')
        .addColumn('dimension', 'integer', (column) => column.notNull())
        .addColumn('id', 'integer', (column) => column.notNull())
        .addColumn('text', dialect.text, (column) => column.notNull())
        .addPrimaryKeyConstraint('click_value_key', ['dimension', 'id'])
        .addUniqueConstraint('click_value_once', ['dimension', 'text'])
        .execute();
      await db.schema
        .createTable('click_fact')
        .addColumn('kind', 'integer', (column) => column.notNull())
        .addColumn('id', 'integer', (column) => column.notNull())
        .addColumn('text', dialect.text, (column) => column.notNull())
        .addColumn('class', 'integer', (column) => column.notNull())
        .addColumn('value_ids', dialect.text, (column) => column.notNull())
        .addPrimaryKeyConstraint('click_fact_key', ['kind', 'id'])
        .addUniqueConstraint('click_fact_once', ['kind', 'text'])
        .execute();
      await dialect
        .keepInKeyOrder(db.schema.createTable('click_sum'))
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('link_id', 'bigint', (column) => column.notNull())
        .addColumn('body', dialect.bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint('click_sum_key', ['day', 'link_id'])
        .execute();
      await dialect
        .keepInKeyOrder(db.schema.createTable('click_detail'))
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('link_id', 'bigint', (column) => column.notNull())
        .addColumn('part', 'bigint', (column) => column.notNull())
        .addColumn('body', dialect.bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint('click_detail_key', ['day', 'link_id', 'part'])
        .execute();
      await db.schema
        .createTable('click_day')
        .addColumn('day', 'integer', (column) => column.primaryKey())
        .addColumn('salt', dialect.bytes)
        .addColumn('top_links', dialect.bytes)
        .execute();
      await db.schema
        .createTable('missed_code')
        .addColumn('code', dialect.text, (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('times', 'bigint', (column) => column.notNull())
        .addColumn('last_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('missed_code_key', ['day', 'code'])
        .execute();
      await dialect
        .addSerialKey(db.schema.createTable('alert'), 'id')
        .addColumn('link_id', 'bigint', (column) => column.notNull())
        .addColumn('kind', dialect.text, (column) => column.notNull())
        .addColumn('people', 'bigint', (column) => column.notNull())
        .addColumn('usual', 'double precision', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('dismissed_at', 'bigint')
        .execute();
      await db.schema
        .createTable('alert_delivery')
        .addColumn('alert_id', 'bigint', (column) => column.primaryKey())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  };
}
