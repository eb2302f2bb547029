import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { countClicks, readAllDetails } from '../../../tests/day-details.ts';
import { sharedPostgres } from '../../../tests/postgres/postgres-server.ts';
import { isPostgres } from '../../../tests/test-engine.ts';
import { createDetail } from '../../stats/detail.ts';
import { DATABASE_FILE } from '../data-directory.ts';
import { parseDatabaseUrl } from '../database-url.ts';
import type { Engine } from '../engine.ts';
import { openPostgres } from '../postgres.ts';
import { openPostgresPool } from '../postgres-pool.ts';
import { postgresSql, sqliteSql } from '../sql.ts';
import { bunSqliteDialect } from '../sqlite-dialect.ts';
import { openSqlite } from '../sqlite.ts';
import { createFirstTables } from './001-first.ts';
import { createListTables } from './002-lists.ts';
import { createNodeTables } from './003-nodes.ts';
import { createStatisticsTables } from './004-statistics.ts';
import { createTargetIndex } from './005-targets.ts';
import { createClickCounts } from './006-click-counts.ts';

/** A row as it was stored: of a link and a day, open in the parts above 0. */
type FormerRow = readonly [day: number, linkId: number, part: number, clicks: number];

/** The database as it was before, with these details; opens it as it is now. */
async function upgrade(dataDir: string, rows: readonly FormerRow[]): Promise<Engine> {
  const databaseUrl = isPostgres ? await (await sharedPostgres()).createDatabase() : '';
  const dialect = isPostgres ? postgresSql : sqliteSql;
  const db = new Kysely<object>({
    dialect: isPostgres ? openPostgresDialect(databaseUrl) : openSqliteDialect(dataDir),
  });
  const migrations = {
    '001-first': createFirstTables(dialect),
    '002-lists': createListTables(dialect),
    ...(isPostgres ? { '003-nodes': createNodeTables(dialect) } : {}),
    '004-statistics': createStatisticsTables(dialect),
    ...(isPostgres ? {} : { '005-targets': createTargetIndex }),
    '006-click-counts': createClickCounts(dialect),
  };
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  for (const [day, linkId, part, clicks] of rows) {
    const form = part === 0 ? 'settled' : 'open';
    const { body, detail } = createDetail(form, clicks);
    detail.agent.fill(linkId);
    if (detail.form === 'settled') detail.clicks.fill(1);
    await sql`insert into click_detail (day, link_id, part, body)
      values (${day}, ${linkId}, ${part}, ${Buffer.from(body)})`.execute(db);
  }
  await db.destroy();
  return isPostgres ? openPostgres({ databaseUrl, onError: fail }) : openSqlite(dataDir);
}

function openSqliteDialect(dataDir: string) {
  const database = new Database(join(dataDir, DATABASE_FILE), { create: true });
  database.run('pragma journal_mode = wal');
  return bunSqliteDialect(database);
}

function openPostgresDialect(databaseUrl: string) {
  const address = parseDatabaseUrl(databaseUrl);
  return new PostgresDialect({ pool: openPostgresPool(address, { max: 1, onError: fail }) });
}

function fail(error: unknown): never {
  throw error;
}

test('an upgrade keeps every click, whether its day is settled, open, or being settled', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-upgrade-'));
  const many = Array.from({ length: 500 }, (_, i): FormerRow => [11, i + 3, 7, 1]);
  const engine = await upgrade(dataDir, [
    // Settled, and clicks that came late.
    [10, 0, 0, 3],
    [10, 1, 0, 3],
    [10, 0, 5, 2],
    [10, 1, 5, 2],
    // Open, with two parts of a link.
    [11, 0, 6, 4],
    [11, 2, 6, 4],
    [11, 0, 7, 502],
    [11, 2, 7, 2],
    ...many,
    // Ended after the site and the first link were settled.
    [12, 0, 0, 9],
    [12, 1, 0, 5],
    [12, 2, 8, 4],
  ]);
  const clicks = new Map<string, number>();
  for (const rows of await readAllDetails(engine)) {
    const { day, linkId, detail, from, to } = rows;
    const key = `${day} ${linkId}`;
    clicks.set(key, (clicks.get(key) ?? 0) + countClicks(rows));
    const agents = detail.agent.subarray(from, to);
    // The site's open clicks are those of its links.
    if (linkId !== 0) expect(new Set(agents)).toEqual(new Set([linkId]));
  }
  expect(Object.fromEntries(clicks)).toEqual({
    '10 0': 5,
    '10 1': 5,
    '11 0': 506,
    '11 2': 6,
    ...Object.fromEntries(many.map(([day, linkId]) => [`${day} ${linkId}`, 1])),
    '12 0': 9,
    '12 1': 5,
    '12 2': 4,
  });
  const parts = await engine.db.selectFrom('open_part').selectAll().orderBy('part').execute();
  expect(parts.map(({ part, clicks, settled_to }) => [part, clicks, settled_to])).toEqual([
    [5, 2, -1],
    [6, 4, -1],
    [7, 502, -1],
    [8, 4, 0],
  ]);
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
