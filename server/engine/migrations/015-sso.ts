import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

export function addSso({ text }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of [
        sql`create table identity (
          issuer ${text} not null,
          subject ${text} not null,
          account_id bigint not null,
          email ${text} not null,
          linked_at bigint not null,
          seen_at bigint not null,
          primary key (issuer, subject)
        )`,
        sql`create unique index identity_account on identity (account_id)`,
        sql`create table sso_provider (
          id bigint primary key,
          settings ${text} not null,
          secret_sealed ${text} not null
        )`,
        sql`alter table session add column sid ${text} not null default ''`,
      ]) {
        await statement.execute(db);
      }
    },
  };
}
