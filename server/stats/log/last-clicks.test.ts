import { expect, test } from 'bun:test';
import { sql, type Kysely, type Selectable } from 'kysely';
import { createFormerDatabase } from '../../../tests/support/former-database.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openStatsSite, storeVisits } from '../../../tests/support/statistics/stats-log.ts';
import { addCounts } from '../../clicks/counts.store.ts';
import type { Engine, Schema } from '../../engine/engine.ts';
import { createMigrations } from '../../engine/migrations.ts';
import type { Dialect } from '../../engine/sql.ts';
import { selectFillDay } from '../ingest/last-clicks.store.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { DAY_SECONDS, QUARTER_SECONDS } from '../quarter.ts';
import { Warehouse } from '../warehouse/warehouse.ts';
import { fillLastClicks } from './last-clicks.ts';

const DAY = 20_000;
const START = DAY * DAY_SECONDS;
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Link, second, program. Link 1 has its last click on the first day, link 5 only bots. */
const clicks = [
  [1, START + 10, PERSON],
  [1, START + QUARTER_SECONDS + 20, PERSON],
  [1, START + 3 * DAY_SECONDS, BOT],
  [2, START + 5, PERSON],
  [2, START + 3 * DAY_SECONDS + 50_000, PERSON],
  [3, START + DAY_SECONDS + 7, PERSON],
  [4, START + 3 * DAY_SECONDS + 100, PERSON],
  [5, START + 30, BOT],
] as const;

/** Link 3 is in the bin. Link 4 has a newer click than the log. */
const BINNED = 3;
const NEWER = START + 9 * DAY_SECONDS + 1;
const expected = new Map([
  [1, START + QUARTER_SECONDS],
  [2, START + 3 * DAY_SECONDS + 50_000 - (50_000 % QUARTER_SECONDS)],
  [3, START + DAY_SECONDS],
  [4, NEWER],
  [5, 0],
]);

async function createBatches(): Promise<Selectable<Schema['click_batch']>[]> {
  await using site = await openStatsSite();
  await seedLinks(
    site.engine,
    [...expected.keys()].map((id) => ({ id, short_url: `l${id}` })),
  );
  const visits = clicks.map(([linkId, time, userAgent]) => ({
    linkId,
    time: time * 1000,
    userAgent,
    asksNotToBeTracked: false,
    address: '',
    referrer: '',
    language: '',
    query: '',
    country: '',
    target: '',
    domain: '',
  }));
  await storeVisits(site.engine, new VisitRecorder(site.engine), visits);
  return site.engine.db.selectFrom('click_batch').selectAll().execute();
}

function formerMigrations(dialect: Dialect) {
  const all = Object.entries(createMigrations(dialect));
  return Object.fromEntries(all.filter(([name]) => name < '010'));
}

async function insertFormer(
  db: Kysely<object>,
  batches: readonly Selectable<Schema['click_batch']>[],
) {
  for (const id of expected.keys()) {
    const [table, own] =
      id === BINNED ? [sql`deleted_link`, sql`, clicks, deleted_at`] : [sql`link`, sql``];
    const values = id === BINNED ? sql`, 1, 4000000000` : sql``;
    await sql`
      insert into ${table} (id, short_url, long_url, long_url_hash, title, description, created_at,
        updated_at, expires_at, is_active, ip ${own})
      values (${id}, ${`l${id}`}, 'https://example.com/', 1, '', '', 1, 1, 0, 1, '' ${values})`.execute(
      db,
    );
  }
  await sql`insert into click_count (link_id, clicks) select id, 3 from link`.execute(db);
  for (const { id, day, state, rules, bytes, body } of batches) {
    await sql`insert into click_batch (id, day, state, rules, bytes, body)
      values (${id}, ${day}, ${state}, ${rules}, ${bytes}, ${body})`.execute(db);
  }
}

async function readLastClicks({ db }: Engine): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; last: number }>`
    select link_id as id, last_clicked_at as last from click_count
    union all select id, last_clicked_at from deleted_link order by 1`.execute(db);
  return new Map(rows.map(({ id, last }) => [id, last]));
}

test('an upgrade reads the last clicks of all links from the log, also after a failure', async () => {
  const batches = await createBatches();
  await using former = await createFormerDatabase(
    (db) => insertFormer(db, batches),
    formerMigrations,
  );
  const engine = await former.open();
  const warehouse = new Warehouse({ engine, dataDir: former.dataDir, onError: fail });
  expect(await selectFillDay(engine.db)).toBe(DAY + 3);
  await engine.db
    .updateTable('click_count')
    .set({ last_clicked_at: NEWER })
    .where('link_id', '=', 4)
    .execute();
  let calls = 0;
  const fill = (failsAt: number) =>
    fillLastClicks({
      engine,
      warehouse,
      async changeCounts(tx, counts) {
        await addCounts(engine, tx, counts);
        calls += 1;
        if (calls === failsAt) throw new Error('the process is killed');
      },
    });
  expect(await fill(2).catch(String)).toContain('killed');
  expect(await selectFillDay(engine.db)).toBe(DAY + 2);
  await fill(0);
  expect(await readLastClicks(engine)).toEqual(expected);
  expect(await selectFillDay(engine.db)).toBeNull();
  const counts = await engine.db.selectFrom('click_count').select('clicks').execute();
  expect(counts.map((row) => row.clicks)).toEqual([3, 3, 3, 3]);
  await warehouse.close();
  await engine.close();
});

test('a new site has nothing to fill', async () => {
  await using site = await openStatsSite();
  expect(await selectFillDay(site.engine.db)).toBeNull();
});

function fail(error: unknown): never {
  throw error;
}
