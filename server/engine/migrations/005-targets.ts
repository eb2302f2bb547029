import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** SQLite: all that a redirect needs of a link, in the order of the codes. */
export const createTargetIndex: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index link_target on link (short_url, long_url, expires_at, is_active)`.execute(
      db,
    );
  },
};
