import { Kysely, PostgresDialect } from 'kysely';
import type { DatabaseAddress } from './database-url.ts';
import { migrate } from '../migrations.ts';
import { openPostgresPool } from './pool.ts';
import type { Schema } from '../schema.ts';
import { postgresSql } from '../sql.ts';

/** An index over many links takes long, and other starting servers wait for the lock. */
const NO_TIME_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  .map((limit) => `-c ${limit}=0`)
  .join(' ');

export async function migratePostgres(
  address: DatabaseAddress,
  onError: (error: unknown) => void,
): Promise<void> {
  const pool = openPostgresPool(
    {
      ...address,
      sessionOptions: `${address.sessionOptions ?? ''} ${NO_TIME_LIMITS}`,
      queryTimeoutMs: 0,
    },
    { max: 1, onError },
  );
  await using db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db, postgresSql, () => undefined);
}
