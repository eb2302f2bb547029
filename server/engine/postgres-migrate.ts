import { Kysely, PostgresDialect } from 'kysely';
import type { DatabaseAddress } from './database-url.ts';
import { migrate } from './migrations.ts';
import { openPostgresPool } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { postgresSql } from './sql.ts';

/** An index of many links takes its time, and of servers that start at once all wait for one. */
const PATIENCE = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  .map((limit) => `-c ${limit}=0`)
  .join(' ');

/** Brings the tables to the form that this version needs, however long it takes. */
export async function migratePostgres(
  address: DatabaseAddress,
  onError: (error: unknown) => void,
): Promise<void> {
  const pool = openPostgresPool(
    {
      ...address,
      sessionOptions: `${address.sessionOptions ?? ''} ${PATIENCE}`,
      queryTimeoutMs: 0,
    },
    { max: 1, onError },
  );
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, postgresSql, () => undefined);
  } finally {
    await db.destroy();
  }
}
