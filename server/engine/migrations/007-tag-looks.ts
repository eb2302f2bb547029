import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

export function addTagLooks({ text }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`alter table tag add column color ${text} not null default ''`.execute(db);
      await sql`alter table tag add column description ${text} not null default ''`.execute(db);
    },
  };
}
