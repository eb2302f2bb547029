import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const addAccountLanguage: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table account add column language text not null default ''`.execute(db);
  },
};
