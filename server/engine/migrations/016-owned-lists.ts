import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/**
 * For each account but the first: counts its links in blocks of 16,384 ids, and keeps their orders.
 */
export function addOwnedLists({ isShared }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const triggers = isShared ? postgresTriggers : sqliteTriggers;
      for (const statement of [...table, ...triggers, ...indexes]) await statement.execute(db);
    },
  };
}

const table = [
  sql`create table owned_link_count (
    owner_id bigint not null,
    block bigint not null,
    links bigint not null,
    primary key (owner_id, block)
  )`,
  sql`insert into owned_link_count (owner_id, block, links)
    select owner_id, id >> 14, count(*) from link where owner_id <> 1 group by owner_id, id >> 14`,
];

const indexes = [
  ['code', 'short_url'],
  [
    'title',
    `coalesce(folded_title, lower(title)),
    (case when folded_title is null then 0 else 1 end), id`,
  ],
  ['created_at', 'created_at, id'],
  ['updated_at', 'updated_at, id'],
  ['expires_at', 'expires_at, id'],
].map(([name, columns]) =>
  sql.raw(`create index link_owned_${name} on link (owner_id, ${columns}) where owner_id <> 1`),
);

const addOne = `insert into owned_link_count (owner_id, block, links)
    values (new.owner_id, new.id >> 14, 1)
    on conflict (owner_id, block) do update set links = owned_link_count.links + 1`;
const takeOne = `update owned_link_count set links = links - 1
    where owner_id = old.owner_id and block = old.id >> 14`;

const sqliteTriggers: readonly RawBuilder<unknown>[] = [
  sql.raw(`create trigger owned_link_counted_on_insert after insert on link
    when new.owner_id <> 1 begin ${addOne}; end`),
  sql.raw(`create trigger owned_link_counted_on_delete after delete on link
    when old.owner_id <> 1 begin ${takeOne}; end`),
  sql.raw(`create trigger owned_link_taken after update of owner_id on link
    when old.owner_id <> new.owner_id and old.owner_id <> 1 begin ${takeOne}; end`),
  sql.raw(`create trigger owned_link_given after update of owner_id on link
    when old.owner_id <> new.owner_id and new.owner_id <> 1 begin ${addOne}; end`),
];

/** Many links come in one statement; links change their owner a few at a time. */
const postgresTriggers: readonly RawBuilder<unknown>[] = [
  sql`create function count_owned_links() returns trigger language plpgsql as $$ begin
    if tg_op = 'TRUNCATE' then
      delete from owned_link_count;
    else
      insert into owned_link_count (owner_id, block, links)
      select owner_id, id >> 14, count(*) * case tg_op when 'INSERT' then 1 else -1 end
      from changed where owner_id <> 1
      group by owner_id, id >> 14 order by owner_id, id >> 14
      on conflict (owner_id, block) do update set links = owned_link_count.links + excluded.links;
    end if;
    return null;
  end $$`,
  sql.raw(`create function count_given_link() returns trigger language plpgsql as $$ begin
    if old.owner_id <> 1 then ${takeOne}; end if;
    if new.owner_id <> 1 then ${addOne}; end if;
    return null;
  end $$`),
  ...(
    [
      ['insert', 'referencing new table as changed'],
      ['delete', 'referencing old table as changed'],
      ['truncate', ''],
    ] as const
  ).map(([event, rows]) =>
    sql.raw(`create trigger owned_link_counted_on_${event} after ${event} on link ${rows}
      for each statement execute function count_owned_links()`),
  ),
  sql`create trigger owned_link_given after update of owner_id on link
    for each row when (old.owner_id <> new.owner_id) execute function count_given_link()`,
];
