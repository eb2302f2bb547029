import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobOptions } from '../../../contracts/import-jobs.ts';
import { removeLinks } from '../../../tests/support/statistics/seed.ts';
import { dropDatabases, openTestEngine } from '../../../tests/support/test-engine.ts';
import { createActor } from '../../audit/actor.ts';
import { nowSeconds } from '../../engine/now.ts';
import type { JobContext } from '../jobs/check-job.ts';
import { insertJob, selectJob, updateJob, type StoredJob } from '../jobs/job.store.ts';
import { performJob } from '../jobs/perform-job.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-visit-keys-'));
const engine = await openTestEngine(dataDir);
afterAll(async () => {
  await engine.close();
  await dropDatabases();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => removeLinks(engine));

const context: JobContext = {
  engine,
  folder: dataDir,
  hashPassword: () => Promise.resolve(''),
  openPlaces: () => ({ find: () => ({ country: '' }) }),
  keepDays: 3650,
  checkpoint: () => undefined,
};

async function importDump(dump: string): Promise<{ checked: StoredJob; done: StoredJob }> {
  const path = join(dataDir, 'dump.sql');
  writeFileSync(path, dump);
  const job = await engine.write((tx) =>
    insertJob(tx, {
      name: 'dump.sql',
      file: path,
      options: jobOptions.parse({ taken: 'rename' }),
      state: 'checking',
      actor: { ...createActor('command'), ownHostnames: [] },
      total: 2,
      created_at: nowSeconds(),
    }),
  );
  const perform = async (): Promise<StoredJob> => {
    await performJob(context, job.id);
    return (await selectJob(engine.db, job.id))!;
  };
  const checked = await perform();
  expect(checked).toMatchObject({ state: 'ready' });
  const change = { state: 'running', started_at: nowSeconds(), total: dump.length } as const;
  await engine.write((tx) => updateJob(tx, job, change));
  const done = await perform();
  expect(done).toMatchObject({ state: 'done', findings: { clicks: checked.findings.clicks } });
  return { checked, done };
}

async function readClicks(): Promise<Record<string, object>> {
  const rows = await engine.db
    .selectFrom('link')
    .innerJoin('click_count', 'click_count.link_id', 'link.id')
    .select(['short_url', 'clicks', 'imported_clicks'])
    .execute();
  return Object.fromEntries(rows.map(({ short_url: code, ...counts }) => [code, counts]));
}

function writeVisits(code: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `('2026-01-02 03:04:0${at}','${code}')`).join(
    ',',
  );
}

test('of two sites of YOURLS in one dump, each keeps the visits of its own codes', async () => {
  const columns = {
    url: 'keyword, url, title, timestamp, ip, clicks',
    log: 'click_time, shorturl',
  };
  const { checked } = await importDump(`-- MySQL dump 10.13
CREATE TABLE a_url (keyword text, url text, title text, timestamp datetime, ip text, clicks int);
CREATE TABLE a_log (click_time datetime, shorturl text, referrer text);
CREATE TABLE b_url (keyword text, url text, title text, timestamp datetime, ip text, clicks int);
CREATE TABLE b_log (click_time datetime, shorturl text, referrer text);
INSERT INTO a_url (${columns.url}) VALUES ('x','https://a.example/','','2026-01-01 00:00:00','',5);
INSERT INTO b_url (${columns.url}) VALUES ('x','https://b.example/','','2026-01-01 00:00:00','',4),
  ('y','https://b.example/y','','2026-01-01 00:00:00','',2);
INSERT INTO a_log (${columns.log}) VALUES ${writeVisits('x', 5)},${writeVisits('y', 1)};
INSERT INTO b_log (${columns.log}) VALUES ${writeVisits('x', 3)},${writeVisits('y', 2)};
`);
  expect(checked.findings.clicks).toMatchObject({ with_details: 10, without: 1, beyond: 0 });
  expect(await readClicks()).toEqual({
    x: { clicks: 5, imported_clicks: 0 },
    'x-2': { clicks: 4, imported_clicks: 1 },
    y: { clicks: 2, imported_clicks: 0 },
  });
});

test('the check of a dump of Kutt says how many visits have each detail', async () => {
  const { checked } = await importDump(`SET client_encoding = 'UTF8';
CREATE TABLE public.links (id int, address text, target text, visit_count int, created_at text);
CREATE TABLE public.visits (id int, link_id int, total int, created_at text, countries text, referrers text, br_chrome int, br_firefox int, os_linux int);
INSERT INTO public.links VALUES (1, 'k', 'https://k.example/', 12, '2026-01-01 00:00:00+00');
INSERT INTO public.visits VALUES (1, 1, 5, '2026-01-02 03:00:00+00', '{"de":5}', '{"direct":5}', 5, 0, 4),
  (2, 1, 4, '2026-01-02 04:00:00+00', '{"de":2,"fr":2}', '{"r[dot]example":4}', 3, 1, 4);
`);
  expect(checked.findings.clicks).toMatchObject({
    with_details: 9,
    without: 3,
    with_country: 5,
    with_referrer: 4,
    with_browser: 5,
    with_system: 4,
  });
  expect(await readClicks()).toEqual({ k: { clicks: 12, imported_clicks: 3 } });
});
