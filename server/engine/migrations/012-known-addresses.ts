import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** Addresses from which a login with the right password came, as digests. */
export function createKnownAddresses(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('known_address')
        .addColumn('mark', dialect.text, (column) => column.primaryKey())
        .addColumn('last_login_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  };
}
