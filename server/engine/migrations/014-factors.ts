import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

export function addFactors({ serialKey, text }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of [
        sql`create table factor (
          id ${serialKey},
          account_id bigint not null,
          kind ${text} not null,
          name ${text} not null,
          secret ${text} not null,
          credential_id ${text} not null,
          counter bigint not null default 0,
          transports ${text} not null default '',
          rp_id ${text} not null default '',
          is_backed_up bigint not null default 0,
          last_step bigint not null default 0,
          created_at bigint not null,
          used_at bigint not null default 0
        )`,
        sql`create index factor_account on factor (account_id)`,
        sql`create unique index factor_credential on factor (credential_id)
          where credential_id <> ''`,
        sql`create table spent_step (
          hash ${text} primary key,
          until bigint not null
        )`,
      ]) {
        await statement.execute(db);
      }
    },
  };
}
