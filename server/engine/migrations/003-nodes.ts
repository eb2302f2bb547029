import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** What servers that share one database need to know of each other. */
export function createNodeTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      // Who writes holds its one row.
      await db.schema
        .createTable('write_lock')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .execute();
      await sql`insert into write_lock (id) values (1)`.execute(db);
      await db.schema
        .createTable('lease')
        .addColumn('name', dialect.text, (column) => column.primaryKey())
        .addColumn('holder', dialect.text, (column) => column.notNull())
        .addColumn('ends_at', 'double precision', (column) => column.notNull())
        .execute();
      // As rate-limiter-flexible has it.
      await db.schema
        .createTable('attempt')
        .addColumn('key', dialect.text, (column) => column.primaryKey())
        .addColumn('points', 'integer', (column) => column.notNull())
        .addColumn('expire', 'bigint')
        .execute();
      await db.schema
        .createTable('secret')
        .addColumn('name', dialect.text, (column) => column.primaryKey())
        .addColumn('value', dialect.bytes, (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('move')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('finished_at', 'bigint')
        .execute();
      await sql`
        create function tell_change() returns trigger language plpgsql as
        $$ begin perform pg_notify('brisk_change', ''); return null; end $$`.execute(db);
      await sql`
        create trigger change_told after insert on change_feed
        for each statement execute function tell_change()`.execute(db);
      await countLinks(db);
    },
  };
}

/**
 * Keeps count of the links, because to count them takes long: by block of 16,384 ids, since a dump
 * keeps all versions of a row that come about meanwhile, and each change has to pass them by.
 */
async function countLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('link_count')
    .addColumn('block', 'bigint', (column) => column.primaryKey())
    .addColumn('links', 'bigint', (column) => column.notNull())
    .execute();
  await sql`
    create function count_links() returns trigger language plpgsql as $$ begin
      if tg_op = 'TRUNCATE' then
        delete from link_count;
      else
        insert into link_count (block, links)
        select id >> 14, count(*) * case tg_op when 'INSERT' then 1 else -1 end
        from changed group by id >> 14 order by id >> 14
        on conflict (block) do update set links = link_count.links + excluded.links;
      end if;
      return null;
    end $$`.execute(db);
  for (const [event, rows] of [
    ['insert', 'referencing new table as changed'],
    ['delete', 'referencing old table as changed'],
    ['truncate', ''],
  ] as const) {
    await sql`
      create trigger ${sql.raw(`link_counted_on_${event}`)} after ${sql.raw(`${event} on link ${rows}`)}
      for each statement execute function count_links()`.execute(db);
  }
  await sql`
    insert into link_count (block, links)
    select id >> 14, count(*) from link group by id >> 14`.execute(db);
}
