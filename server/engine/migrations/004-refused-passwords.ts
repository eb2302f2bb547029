import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const addRefusedPasswords: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table refused_password (
      link_id bigint not null,
      hour bigint not null,
      times bigint not null,
      primary key (link_id, hour)
    )`.execute(db);
  },
};
