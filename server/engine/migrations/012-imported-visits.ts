import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

export function addImportedVisits({ serialKey, text }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of [
        sql`alter table click_batch add column node ${text} not null default ''`,
        sql`drop index click_batch_day`,
        sql`create index click_batch_day on click_batch (day, id, state, rules, bytes, node)`,
        sql`create index click_batch_node on click_batch (node, id) where node <> ''`,
        sql`alter table import_job add column visit_position bigint not null default 0`,
        sql`create table import_link (
          id ${serialKey},
          node ${text} not null,
          code ${text} not null,
          link_id bigint not null,
          clicks bigint not null,
          details bigint not null default 0,
          non_human bigint not null default 0,
          last_click bigint not null default 0,
          former_last_click bigint not null
        )`,
        sql`create unique index import_link_code on import_link (node, code)`,
        sql`create index import_link_link on import_link (node, link_id)`,
      ]) {
        await statement.execute(db);
      }
    },
  };
}
