import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

export function addViews({ text }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`create table saved_view (
        account_id bigint not null,
        kind ${text} not null,
        name ${text} not null,
        value ${text} not null,
        updated_at bigint not null,
        primary key (account_id, kind, name)
      )`.execute(db);
    },
  };
}
