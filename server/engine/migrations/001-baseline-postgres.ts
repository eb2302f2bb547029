import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from '../sql.ts';

export function postgresNodes({ text, bytes }: Dialect): RawBuilder<unknown>[] {
  return [
    // A write transaction locks the one row.
    sql`create table write_lock (id integer primary key)`,
    sql`insert into write_lock (id) values (1)`,
    sql`create table lease (
      name ${text} primary key,
      holder ${text} not null,
      ends_at double precision not null
    )`,
    sql`create table attempt (
      key ${text} primary key,
      points integer not null,
      expire bigint
    )`,
    sql`create table secret (
      name ${text} primary key,
      value ${bytes} not null
    )`,
    sql`create table move (
      id integer primary key check (id = 1),
      started_at bigint not null,
      finished_at bigint
    )`,
    sql`create function tell_change() returns trigger language plpgsql as
      $$ begin perform pg_notify('brisk_change', ''); return null; end $$`,
    sql`create trigger change_told after insert on change_feed
      for each statement execute function tell_change()`,
  ];
}

/** Blocks of 16,384 ids: during a dump one row collects versions that each change must skip. */
export const postgresLinkCount: readonly RawBuilder<unknown>[] = [
  sql`create table link_count (
    block bigint primary key,
    links bigint not null
  )`,
  sql`create function count_links() returns trigger language plpgsql as $$ begin
    if tg_op = 'TRUNCATE' then
      delete from link_count;
    else
      insert into link_count (block, links)
      select id >> 14, count(*) * case tg_op when 'INSERT' then 1 else -1 end
      from changed group by id >> 14 order by id >> 14
      on conflict (block) do update set links = link_count.links + excluded.links;
    end if;
    return null;
  end $$`,
  ...(
    [
      ['insert', 'referencing new table as changed'],
      ['delete', 'referencing old table as changed'],
      ['truncate', ''],
    ] as const
  ).map(([event, rows]) =>
    sql.raw(`create trigger link_counted_on_${event} after ${event} on link ${rows}
      for each statement execute function count_links()`),
  ),
];
