import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startJob, undoJob } from '../../../contracts/import-jobs.ts';
import { getReport, type Report } from '../../../contracts/stats/stats.ts';
import { sharedPostgres } from '../../postgres/postgres-server.ts';
import { sumParts } from '../../support/statistics/sum-parts.ts';
import { testInAll } from '../../support/test-run.ts';
import { SQLITE } from '../backup/move-steps.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { runCommand } from '../test-process.ts';
import { TestSite } from '../test-site.ts';
import { sendFile, waitFor } from './import-jobs.ts';

const parent = mkdtempSync(join(tmpdir(), 'brisk-visits-kept-'));
afterAll(() => rmSync(parent, { recursive: true }));

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const VISITS = 30;
const dump = `-- MySQL dump 10.13
CREATE TABLE y_url (keyword text, url text, title text, timestamp datetime, ip text, clicks int);
CREATE TABLE y_log (click_time datetime, shorturl text, referrer text, user_agent text, country_code text);
INSERT INTO y_url VALUES ('a','https://example.com/a','','2026-01-01 00:00:00','',${VISITS + 5});
INSERT INTO y_log VALUES ${Array.from(
  { length: VISITS },
  (_, at) =>
    `('2026-01-${10 + (at % 15)} 0${at % 10}:00:00','a','https://r.example/','${at % 3 === 0 ? 'curl/8.0' : FIREFOX}','DE')`,
).join(',')};
`;

async function readNumbers(site: TestSite, token: string): Promise<object> {
  const fields = { period: 'all', audience: 'all', short_url: 'a' };
  const report = (await site.call(getReport, fields, token)).data as Report;
  expect(new Set(sumParts(report))).toEqual(new Set([VISITS]));
  const { clicks, totals, lists, imported_clicks: imported } = report;
  const [link] = await listAll(site, token);
  const { clicks: total, people, imported_clicks: without, last_clicked_at: last } = link!;
  return { clicks, totals, lists, imported, total, people, without, last };
}

async function importVisits(site: SetUpSite): Promise<{ id: number; numbers: object }> {
  const { data } = await sendFile(site, dump, {}, 'yourls.sql');
  await waitFor(site, data.id, 'ready');
  await site.call(startJob, { id: data.id }, site.token);
  const { clicks } = await waitFor(site, data.id, 'done');
  expect(clicks).toMatchObject({ with_details: VISITS, without: 5 });
  return { id: data.id, numbers: await readNumbers(site, site.token) };
}

test('a backup keeps the visits of an import, and the restored site can undo it', async () => {
  const file = join(parent, 'backup');
  let kept: { id: number; numbers: object };
  let token: string;
  {
    await using site = await openSetUpSite({ env: SQLITE });
    ({ token } = site);
    kept = await importVisits(site);
    const options = { env: SQLITE };
    expect((await runCommand(['backup', file], site.dataDir, options)).exitCode).toBe(0);
  }
  const dataDir = join(parent, 'restored');
  expect((await runCommand(['restore', file], dataDir, { env: SQLITE })).exitCode).toBe(0);
  await using site = await TestSite.open({ dataDir, env: SQLITE });
  expect(await readNumbers(site, token)).toEqual(kept.numbers);
  await site.call(undoJob, { id: kept.id }, token);
  await waitFor(Object.assign(site, { token }), kept.id, 'undone');
  expect(await listAll(site, token)).toEqual([]);
  const all = { period: 'all', audience: 'all' };
  expect(await site.call(getReport, all, token)).toMatchObject({ data: { clicks: 0 } });
}, 300_000);

testInAll(
  'a move to PostgreSQL keeps the visits of an import',
  async () => {
    const dataDir = join(parent, 'moved');
    let numbers: object;
    let token: string;
    {
      await using site = await openSetUpSite({ dataDir, env: SQLITE });
      ({ token } = site);
      ({ numbers } = await importVisits(site));
    }
    const env = { DATABASE_URL: await (await sharedPostgres()).createDatabase() };
    expect((await runCommand(['move'], dataDir, { env })).exitCode).toBe(0);
    await using node = await TestSite.open({ dataDir, env });
    expect(await readNumbers(node, token)).toEqual(numbers);
  },
  300_000,
);
