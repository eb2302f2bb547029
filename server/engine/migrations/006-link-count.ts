import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts the links of SQLite in blocks of 16,384 ids; the baseline of PostgreSQL does so already. */
export const addLinkCount: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'create table link_count (block integer primary key, links bigint not null)',
  'insert into link_count (block, links) select id >> 14, count(*) from link group by id >> 14',
  `create trigger link_counted_on_insert after insert on link begin
    insert into link_count (block, links) values (new.id >> 14, 1)
    on conflict (block) do update set links = links + 1; end`,
  `create trigger link_counted_on_delete after delete on link begin
    update link_count set links = links - 1 where block = old.id >> 14; end`,
];
