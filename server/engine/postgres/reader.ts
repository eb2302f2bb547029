import { Kysely, PostgresDialect } from 'kysely';
import { ChangeFeed } from '../change-feed.ts';
import { parseDatabaseUrl } from './database-url.ts';
import type { Reader } from '../engine.ts';
import { selectOption } from '../options.store.ts';
import { followChanges } from './listener.ts';
import { openPostgresPool } from './pool.ts';
import { LOOKUPS_MAX, PostgresTargets } from './targets.ts';
import type { Schema } from '../schema.ts';
import { postgresSql } from '../sql.ts';

/** Catches changes whose notification was lost. */
const POLL_MS = 1000;

export async function openPostgresReader(
  databaseUrl: string,
  onError: (error: unknown) => void,
): Promise<Reader> {
  const address = parseDatabaseUrl(databaseUrl);
  const pool = openPostgresPool(address, { max: LOOKUPS_MAX + 1, onError });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const changes = await ChangeFeed.open(db, postgresSql);
  const targets = new PostgresTargets(pool);
  const follower = followChanges(address, changes, { cut: () => pool.cut(), onError });
  const poll = setInterval(() => follower.pull(), POLL_MS).unref();
  return {
    findTarget: (code) => targets.find(code),
    findTargetsByFoldedCode: (folded) => targets.findByFoldedCode(folded),
    readOption: (key) => selectOption(db, key),
    subscribe: (kind, listener) => changes.subscribe(kind, listener),
    pull: () => changes.pull(),
    async close() {
      clearInterval(poll);
      await follower.close();
      await db.destroy();
    },
  };
}
