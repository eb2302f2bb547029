import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

export function addKeyedCalls({ text }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`create table keyed_call (
        token_hash ${text} not null,
        key ${text} not null,
        digest ${text} not null,
        begun_at bigint not null,
        holder ${text} not null,
        seen_at bigint not null,
        has_changed bigint not null default 0,
        code ${text} not null default '',
        status bigint not null default 0,
        headers ${text} not null default '',
        body ${text} not null default '',
        primary key (token_hash, key)
      )`.execute(db);
      await sql`create index keyed_call_begun on keyed_call (begun_at)`.execute(db);
    },
  };
}
