import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { codeNumberInSql } from '../texts/code-number.ts';
import type { Dialect } from '../sql.ts';

export function addRouting(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of [sql`link`, sql`deleted_link`]) {
        await sql`alter table ${table}
          add column routing ${dialect.text} not null default ''`.execute(db);
      }
      await sql`create index link_routed on link (id) where routing <> ''`.execute(db);
      for (const statement of dialect.isShared ? [] : sqliteTargets) {
        await sql.raw(statement).execute(db);
      }
    },
  };
}

const deleteOld = `delete from target where code_number = ${codeNumberInSql('old.short_url')};`;
const insertNew = `insert into target
    (code_number, link_id, long_url, expires_at, is_active, routing)
  select ${codeNumberInSql('new.short_url')} as number, new.id, new.long_url,
    new.expires_at, new.is_active, new.routing where number is not null;`;

const sqliteTargets = [
  `alter table target add column routing text not null default ''`,
  'drop trigger target_insert',
  `create trigger target_insert after insert on link begin ${insertNew} end`,
  'drop trigger target_update',
  `create trigger target_update
    after update of short_url, long_url, expires_at, is_active, routing on link
    begin ${deleteOld} ${insertNew} end`,
  'drop index link_target',
  `create index link_target on link (short_url, long_url, expires_at, is_active, routing)
    where ${codeNumberInSql('short_url')} is null`,
];
