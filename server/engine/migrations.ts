import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { createFirstTables } from './migrations/001-first.ts';
import type { Dialect } from './sql.ts';

/**
 * Brings the tables to the form that this version needs. All of it is one transaction behind a
 * lock: a killed migration can be run again, and of two processes one waits for the other.
 *
 * Throws when the database was written by a newer version, whose migrations are not known here.
 */
export async function migrate<Schema>(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: () => Promise.resolve({ '001-first': createFirstTables(dialect) }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
