import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLink, deleteLink } from '../../../contracts/links/links.ts';
import { dimensions } from '../../../contracts/stats/stats.constants.ts';
import { getReport, type Report } from '../../../contracts/stats/stats.ts';
import { addCounts } from '../../../server/clicks/counts.store.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { countByLink } from '../../../server/stats/ingest/visits.ts';
import { VisitRecorder } from '../../../server/stats/ingest/visit-recorder.ts';
import type { BatchState } from '../../../server/stats/ingest/click-batches.store.ts';
import { Warehouse } from '../../../server/stats/warehouse/warehouse.ts';
import { places } from '../../support/statistics/report-clicks.ts';
import { readVisits, rewriteBefore } from '../../support/statistics/stats-log.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';
import { runCommand } from '../test-process.ts';
import { testInAll } from '../../support/test-run.ts';

// Each test starts the program.
setDefaultTimeout(300_000);

const DAY = 86_400;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PREVIEW = 'WhatsApp/2.23.20.0';
const codes = ['poster', 'Plan', 'gone', 'quiet'];

const place = mkdtempSync(join(tmpdir(), 'brisk-export-[clicks]-'));
const file = join(place, "it's.parquet");
const site = await openSetUpSite({ env: { CLICK_FLUSH_SECONDS: '3600' } });
const ids: number[] = [];
let engine: Engine;

beforeAll(async () => {
  for (const code of codes) {
    const fields = { long_url: `https://example.com/${code}`, short_url: code, title: code };
    const { data } = await site.call(createLink, fields, site.token);
    ids.push((data as { id: number }).id);
  }
  engine = await openTestEngine(site.dataDir);
  const today = Math.floor(Date.now() / 1000 / DAY);
  // Further days, each with clicks in another form.
  await addClicks(today - 100, 300);
  await rewrite(today - 99, 'reduced');
  await addClicks(today - 3, 200);
  await rewrite(today, 'sealed');
  for (const agent of [FIREFOX, FIREFOX, BOT, PREVIEW]) {
    for (const path of ['/poster?utm_source=mail', '/poster?qr', '/gone']) {
      const headers = { 'user-agent': agent, referer: 'https://news.example/story' };
      expect((await site.fetch(path, { headers })).status).toBe(302);
    }
  }
  await site.call(deleteLink, { short_url: 'gone' }, site.token);
});
afterAll(async () => {
  await engine.close();
  await site[Symbol.asyncDispose]();
  rmSync(place, { recursive: true });
});

/** Adds clicks of the first three links to a day, as a drain does. */
async function addClicks(day: number, count: number): Promise<void> {
  const open = await new VisitRecorder(engine, places).open();
  const visits = readVisits(
    open,
    Array.from({ length: count }, (_, at) => ({
      linkId: ids[at % 3]!,
      time: (day * DAY + (at % 40) * 900 + 7) * 1000,
      asksNotToBeTracked: at % 11 === 0,
      address: `203.0.${1 + (at % 3)}`,
      referrer: '',
      userAgent: [FIREFOX, BOT, PREVIEW][at % 7 > 2 ? 0 : at % 7]!,
      language: 'de',
      query: at % 5 === 0 ? 'qr' : '',
      country: '',
      target: at % 4 === 0 ? 'https://a.example/?variant=b' : '',
      domain: at % 5 === 1 ? 'go.example' : '',
    })),
  );
  const batch = await open.prepare(visits);
  await engine.write(async (tx) => {
    await batch.store(tx);
    await addCounts(engine, tx, countByLink(visits));
  });
}

function onError(error: unknown): never {
  throw error;
}

async function rewrite(before: number, state: BatchState): Promise<void> {
  const dataDir = mkdtempSync(join(place, 'warehouse-'));
  const warehouse = new Warehouse({ engine, dataDir, onError });
  await rewriteBefore({ engine, warehouse }, before, state);
  await warehouse.close();
}

/** Queries the file by SQL, as any tool can. */
async function query(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`create view file as from read_parquet('${file.replaceAll("'", "''")}')`);
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function exportTo(path: string, env: Readonly<Record<string, string>> = {}) {
  return runCommand(['export', path], site.dataDir, { env });
}

async function readTotals(code?: string): Promise<Report['totals']> {
  const fields = { period: 'all', audience: 'all', ...(code !== undefined && { short_url: code }) };
  return ((await site.call(getReport, fields, site.token)).data as Report).totals;
}

test("an export beside a running server has all clicks, and its totals equal the site's", async () => {
  writeFileSync(file, 'of a former export');
  expect(await exportTo(file)).toMatchObject({ exitCode: 0, stderr: '' });
  const [whole] = await query(
    `select ${['person', 'scan', 'preview', 'bot'].map((name) => `sum(clicks) filter (class = '${name}')::double as ${name}`).join(', ')},
      sum(site_visitors)::double as visitors from file`,
  );
  expect(whole).toEqual({ ...(await readTotals()) });
  const links = await query(
    `select link_id::double as id, short_url as code, sum(clicks)::double as clicks,
      (sum(clicks) filter (class in ('person', 'scan')))::double as people,
      sum(link_visitors)::double as visitors from file where short_url is not null group by all`,
  );
  const listed = (await listAll(site, site.token)).filter(({ clicks }) => clicks > 0);
  expect(links.toSorted((a, b) => Number(a['id']) - Number(b['id']))).toEqual(
    await Promise.all(
      listed
        .toSorted((a, b) => a.id - b.id)
        .map(async ({ id, short_url: code, clicks, people }) => ({
          id,
          code,
          clicks,
          people,
          visitors: (await readTotals(code)).visitors,
        })),
    ),
  );
  expect(listed).toHaveLength(2);
});

test('the columns have plain types, and none identifies a visitor', async () => {
  const columns = await query('select column_name, column_type from (describe file)');
  expect(Object.fromEntries(columns.map(Object.values) as [string, string][])).toEqual({
    time: 'TIMESTAMP',
    link_id: 'BIGINT',
    short_url: 'VARCHAR',
    class: 'VARCHAR',
    clicks: 'INTEGER',
    site_visitors: 'INTEGER',
    link_visitors: 'INTEGER',
    user_agent: 'VARCHAR',
    ...Object.fromEntries(dimensions.map((dimension) => [dimension, 'VARCHAR'])),
  });
  const values = await query(
    `select distinct user_agent, browser, referrer, page, utm_source from file
      where short_url = 'poster' and class = 'person' and utm_source is not null`,
  );
  expect(values).toEqual([
    {
      user_agent: FIREFOX,
      browser: 'Firefox',
      referrer: 'news.example',
      page: 'news.example/story',
      utm_source: 'mail',
    },
  ]);
});

test('each row is of a quarter of an hour, and old rows hold several clicks', async () => {
  const [off] = await query(
    `select count(*)::integer as rows from file where epoch(time)::bigint % 900 <> 0 or clicks < 1`,
  );
  expect(off).toEqual({ rows: 0 });
  const [old] = await query(
    `select max(clicks) > 1 as merged, count(user_agent)::integer as agents from file
      where time < now()::timestamp - interval 95 days`,
  );
  expect(old).toEqual({ merged: true, agents: 0 });
});

test('clicks have the target of their rules, also those of reduced days', async () => {
  const rows = await query(
    `select target, sum(clicks)::integer as clicks from file where target is not null group by all`,
  );
  // Every fourth, but none of visitors who ask not to be tracked.
  expect(rows).toEqual([{ target: 'https://a.example/?variant=b', clicks: 68 + 45 }]);
});

test('clicks have the domain of their link, also those of reduced days and untracked visitors', async () => {
  const rows = await query(
    `select domain, sum(clicks)::integer as clicks from file where domain is not null group by all`,
  );
  expect(rows).toEqual([{ domain: 'go.example', clicks: 60 + 40 }]);
});

test('clicks of deleted links are exported without a code', async () => {
  const [row] = await query(
    `select count(distinct link_id)::integer as links, sum(clicks)::integer as clicks from file
      where short_url is null`,
  );
  expect(row).toEqual({ links: 1, clicks: 100 + 66 + 4 });
});

test('a site without clicks gives a file without rows', async () => {
  await using empty = await openSetUpSite();
  const target = join(place, 'empty.parquet');
  expect((await runCommand(['export', target], empty.dataDir)).exitCode).toBe(0);
  expect(existsSync(target)).toBe(true);
});

testInAll('a failed export says why, and leaves no file', async () => {
  const before = readdirSync(place).toSorted();
  for (const [args, expected] of [
    [['export', '-', '--format', 'parquet'], /^clicks cannot go to standard output: name a file\n/],
    [['export', join(place, 'none/clicks.parquet')], /^brisk: ENOENT: no such file or directory/],
    [['export', join(site.dataDir, 'clicks.duckdb')], /^unknown format "duckdb"/],
    [
      ['export', '--format', 'parquet', join(site.dataDir, 'clicks.duckdb')],
      /^brisk: .* belongs to a site: choose another file\n/,
    ],
  ] as const) {
    const { exitCode, stderr } = await runCommand(args, site.dataDir);
    expect({ args, stderr }).toEqual({ args, stderr: expect.stringMatching(expected) });
    expect(exitCode).toBeGreaterThan(0);
  }
  expect(readdirSync(place).toSorted()).toEqual(before);
});
