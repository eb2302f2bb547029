import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { DATABASE_FILE } from '../../server/engine/data-directory.ts';
import { createFirstTables } from '../../server/engine/migrations/001-first.ts';
import { createListTables } from '../../server/engine/migrations/002-lists.ts';
import { createNodeTables } from '../../server/engine/migrations/003-nodes.ts';
import { createStatisticsTables } from '../../server/engine/migrations/004-statistics.ts';
import { createTargetIndex } from '../../server/engine/migrations/005-targets.ts';
import { nowSeconds } from '../../server/engine/now.ts';
import { openPostgres } from '../../server/engine/postgres.ts';
import { postgresSql, sqliteSql } from '../../server/engine/sql.ts';
import { bunSqliteDialect } from '../../server/engine/sqlite-dialect.ts';
import { openSqlite } from '../../server/engine/sqlite.ts';
import { restoreByIds } from '../../server/links/deleted-links.store.ts';
import { LinkLists } from '../../server/links/link-lists.ts';
import { selectLinks } from '../../server/links/links.store.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { seedLinks } from '../seed.ts';
import { isPostgres } from '../test-engine.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-upgrade-'));
const databaseUrl = isPostgres ? await (await sharedPostgres()).createDatabase() : '';
afterAll(() => rmSync(dataDir, { recursive: true }));

const dialect = isPostgres ? postgresSql : sqliteSql;
/** The migrations before links' counts had a table of their own. */
const formerMigrations = {
  '001-first': createFirstTables(dialect),
  '002-lists': createListTables(dialect),
  ...(isPostgres ? { '003-nodes': createNodeTables(dialect) } : {}),
  '004-statistics': createStatisticsTables(dialect),
  ...(isPostgres ? {} : { '005-targets': createTargetIndex }),
};

const LINKS = 3000;
const DELETED = 4999;

/** Makes a database in the former form: each link has its own number of clicks. */
async function createFormer(): Promise<void> {
  const db = new Kysely<object>({
    dialect: isPostgres
      ? new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, ssl: false }) })
      : bunSqliteDialect(new Database(join(dataDir, DATABASE_FILE), { create: true })),
  });
  const provider = { getMigrations: () => Promise.resolve(formerMigrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  const columns = sql`
    id, short_url, long_url, long_url_hash, title, description, clicks, bots,
    created_at, updated_at, expires_at, is_active, ip`;
  const ids = Array.from({ length: LINKS }, (_, index) => index * 2 + 1);
  for (let first = 0; first < LINKS; first += 1000) {
    const rows = sql.join(ids.slice(first, first + 1000).map(rowOf));
    await sql`insert into link (${columns}) values ${rows}`.execute(db);
  }
  await sql`insert into deleted_link (${columns}, deleted_at)
    select id, short_url, long_url, long_url_hash, title, description, clicks, bots,
      created_at, updated_at, expires_at, is_active, ip, cast(${nowSeconds()} as bigint)
    from link where id = ${DELETED}`.execute(db);
  await sql`delete from link where id = ${DELETED}`.execute(db);
  await db.destroy();
}

function rowOf(id: number) {
  return sql`
    (${id}, ${`l${id}`}, 'https://example.com/', 1, '', '', ${clicksOf(id)}, ${id % 5}, 1, 1, 0, 1, '')`;
}

/** The larger the id the fewer clicks, in steps. */
function clicksOf(id: number): number {
  return 1000 - Math.floor(id / 10);
}

test('an upgrade keeps the counts of links, of deleted ones too', async () => {
  await createFormer();
  const engine = isPostgres
    ? await openPostgres({ databaseUrl, onError: () => undefined })
    : await openSqlite(dataDir);
  const rows = await selectLinks(engine.db).orderBy('id').execute();
  expect(rows).toHaveLength(LINKS - 1);
  for (const { id, short_url, clicks, bots } of rows) {
    expect({ id, short_url, clicks, bots }).toEqual({
      id,
      short_url: `l${id}`,
      clicks: clicksOf(id),
      bots: id % 5,
    });
  }
  expect(await restoreByIds(engine, [DELETED], nowSeconds())).toBe(1);
  expect(await selectLinks(engine.db).where('id', '=', DELETED).execute()).toMatchObject([
    { clicks: clicksOf(DELETED), bots: DELETED % 5 },
  ]);
  await seedLinks(engine, [{ id: 1_000_000, short_url: 'new', clicks: 2000 }]);
  const lists = new LinkLists(engine);
  const page = { page: 1, limit: 3, sort: 'clicks', order: 'desc' } as const;
  const { rows: most } = await lists.all(page);
  expect(most.map(({ id }) => id)).toEqual([1_000_000, 9, 7]);
  await engine.close();
});
