import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../server/engine/data-directory.ts';
import type { DatabasePlace } from '../../server/engine/open-engine.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { createSiteDatabase, isPostgres } from '../test-engine.ts';

/** What a crash leaves behind in the data directory: all that the kernel has. */
const KEPT = ['clicks', DATABASE_FILE, `${DATABASE_FILE}-wal`];

/** A place like that of an empty site, for a site of its own. */
export async function createPlace(empty: string): Promise<DatabasePlace> {
  return {
    dataDir: copyDirectory(empty),
    databaseUrl: isPostgres ? await createSiteDatabase() : null,
  };
}

/**
 * What a site has stored at this instant, as the place of the next one; the site that has it open
 * can change nothing of it any more.
 */
export async function seizePlace({ dataDir, databaseUrl }: DatabasePlace): Promise<DatabasePlace> {
  return {
    dataDir: copyDirectory(dataDir),
    databaseUrl: databaseUrl === null ? null : await seizeDatabase(databaseUrl),
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

/** Cuts all connections to a database, and gives it a name that nobody knows; returns its URL. */
async function seizeDatabase(url: string): Promise<string> {
  const server = await sharedPostgres();
  const name = new URL(url).pathname.slice(1);
  const seized = `seized_${crypto.randomUUID()}`;
  await server.query('postgres', `alter database "${name}" allow_connections false`);
  const connections = `pg_stat_activity where datname = '${name}'`;
  // To wait is quicker here than in pg_terminate_backend, which looks ten times a second. A
  // connection that was let in just before may show itself only now.
  await server.query(
    'postgres',
    `do $$ begin
      loop
        perform pg_terminate_backend(pid) from ${connections};
        exit when not found;
        perform pg_sleep(0.001), pg_stat_clear_snapshot();
      end loop;
    end $$;
    alter database "${name}" rename to "${seized}";
    alter database "${seized}" allow_connections true`,
  );
  return server.url(seized);
}
