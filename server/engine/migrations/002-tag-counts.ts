import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** Counting a million links takes almost a second, and redirects wait. Leaves out the bin. */
export function addTagCounts(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`alter table tag add column links bigint not null default 0`.execute(db);
      await sql`
        update tag set links = counted.links from (
          select tag_id, count(*) as links from link_tag
          where link_id not in (select id from deleted_link) group by tag_id) as counted
        where tag.id = counted.tag_id`.execute(db);
      for (const statement of dialect.isShared ? postgresTriggers : sqliteTriggers) {
        await sql.raw(statement).execute(db);
      }
    },
  };
}

const sqliteTriggers = [
  `create trigger link_tag_insert after insert on link_tag
    when not exists (select 1 from deleted_link where id = new.link_id)
    begin update tag set links = links + 1 where id = new.tag_id; end`,
  `create trigger link_tag_delete after delete on link_tag
    when not exists (select 1 from deleted_link where id = old.link_id)
    begin update tag set links = links - 1 where id = old.tag_id; end`,
  `create trigger deleted_link_insert after insert on deleted_link begin
    update tag set links = links - 1
    where id in (select tag_id from link_tag where link_id = new.id); end`,
  `create trigger deleted_link_delete after delete on deleted_link begin
    update tag set links = links + 1
    where id in (select tag_id from link_tag where link_id = old.id); end`,
];

const postgresTriggers = [
  `create function count_tagged() returns trigger language plpgsql as $$ begin
    update tag set links = tag.links + counted.links
    from (
      select tag_id, count(*) * case tg_op when 'INSERT' then 1 else -1 end as links
      from changed
      where not exists (select 1 from deleted_link where id = changed.link_id) group by tag_id
    ) as counted
    where tag.id = counted.tag_id;
    return null;
  end $$`,
  `create function count_deleted_tagged() returns trigger language plpgsql as $$ begin
    update tag set links = tag.links + counted.links
    from (
      select tag_id, count(*) * case tg_op when 'INSERT' then -1 else 1 end as links
      from changed join link_tag on link_id = changed.id group by tag_id
    ) as counted
    where tag.id = counted.tag_id;
    return null;
  end $$`,
  ...(['link_tag', 'deleted_link'] as const).flatMap((table) =>
    (['insert', 'delete'] as const).map(
      (event) => `create trigger ${table}_${event} after ${event} on ${table}
        referencing ${event === 'insert' ? 'new' : 'old'} table as changed
        for each statement execute function
        ${table === 'link_tag' ? 'count_tagged' : 'count_deleted_tagged'}()`,
    ),
  ),
];
