import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../../server/engine/files/data-directory.ts';
import type { DatabasePlace } from '../../../server/engine/open-engine.ts';
import { sharedPostgres } from '../../postgres/postgres-server.ts';
import { createSiteDatabase, isPostgres } from '../../support/test-engine.ts';

/** A crash keeps what the kernel has: these files. */
const KEPT = ['clicks', DATABASE_FILE, `${DATABASE_FILE}-wal`];

export async function createPlace(empty: string): Promise<DatabasePlace> {
  return {
    dataDir: copyDirectory(empty),
    databaseUrl: isPostgres ? await createSiteDatabase() : null,
  };
}

/** Copies the stored state, and cuts the running site off from its database. */
export async function takeOverPlace({
  dataDir,
  databaseUrl,
}: DatabasePlace): Promise<DatabasePlace> {
  return {
    dataDir: copyDirectory(dataDir),
    databaseUrl: databaseUrl === null ? null : await takeOverDatabase(databaseUrl),
  };
}

export async function removePlace({ dataDir, databaseUrl }: DatabasePlace): Promise<void> {
  rmSync(dataDir, { recursive: true });
  if (databaseUrl !== null) await (await sharedPostgres()).dropDatabase(databaseUrl);
}

function copyDirectory(from: string): string {
  const to = mkdtempSync(join(tmpdir(), 'brisk-model-'));
  for (const name of KEPT.filter((name) => existsSync(join(from, name)))) {
    cpSync(join(from, name), join(to, name), { recursive: true, force: true });
  }
  return to;
}

const TRIES_MAX = 20;

/** Cuts all connections to a database and renames it; returns its URL. */
async function takeOverDatabase(url: string): Promise<string> {
  const server = await sharedPostgres();
  const name = new URL(url).pathname.slice(1);
  const seized = `seized_${crypto.randomUUID()}`;
  await server.query('postgres', `alter database "${name}" allow_connections false`);
  const connections = `pg_stat_activity where datname = '${name}'`;
  // A short loop is faster than pg_terminate_backend, which checks ten times a second. A connection
  // accepted just before may appear late.
  const rename = `do $$ begin
      loop
        perform pg_terminate_backend(pid) from ${connections};
        exit when not found;
        perform pg_sleep(0.001), pg_stat_clear_snapshot();
      end loop;
    end $$;
    alter database "${name}" rename to "${seized}";
    alter database "${seized}" allow_connections true`;
  for (let tries = 1; ; tries += 1) {
    try {
      await server.query('postgres', rename);
      break;
    } catch (error) {
      // PostgreSQL gives a late connection five seconds, which a busy machine exceeds.
      if (tries === TRIES_MAX || !String(error).includes('accessed by other users')) throw error;
    }
  }
  return server.url(seized);
}
