import { afterAll, beforeAll, expect, test } from 'bun:test';
import { exportLinks } from '../../../contracts/export.ts';
import { createLink, getLink, type Link } from '../../../contracts/links/links.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { getStatus } from '../../../contracts/status.ts';
import { Journal } from '../../../server/clicks/journal/journal.ts';
import { createOwner, openJournalDirectory } from '../../../server/clicks/journal/segments.ts';
import { VERSION } from '../../../server/version.ts';
import { isPostgres } from '../../support/test-engine.ts';
import { readPrometheusText } from '../../support/prometheus-text.ts';
import { rawGet, sendRaw } from '../raw-http.ts';
import { openSetUpSite } from '../set-up-site.ts';

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite();
  const fields = { long_url: 'https://example.com/', short_url: 'here', title: 'x' };
  await site.call(createLink, fields, site.token);
});
afterAll(() => site[Symbol.asyncDispose]());

async function readStatus() {
  const { data } = await site.call(getStatus, {}, site.token);
  return data as ReplyOf<typeof getStatus>;
}

/** The metrics, summed over processes. */
async function readMetrics(): Promise<Record<string, number>> {
  const response = await site.fetch('/metrics');
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const sums: Record<string, number> = {};
  for (const { name, value } of readPrometheusText(await response.text())) {
    sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}

/** A visit on the fast path, and one on the full path. */
async function visitTwice(): Promise<void> {
  const visit = 'GET /here HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  await sendRaw(site.url, visit);
  await sendRaw(site.url, `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${visit}`);
}

/** A version with three parts; PostgreSQL's has two. */
function padVersion(version: string): string {
  return version.split('.').length === 2 ? `${version}.0` : version;
}

test('the status lists versions and the processes that answer visitors, with their start times', async () => {
  const { version, uptime, workers, ...status } = await readStatus();
  expect(version).toBe(VERSION);
  const [product, oldest] = isPostgres ? ['postgres', '15.0.0'] : ['sqlite', '3.51.3'];
  const versions = Object.entries(status).filter(([name]) => name.endsWith('_version'));
  expect(versions).toEqual([[`${product}_version`, expect.stringMatching(/^\d+\.\d+/)]]);
  expect(Bun.semver.order(padVersion(versions[0]![1] as string), oldest)).toBeGreaterThanOrEqual(0);
  expect(workers.map(({ pid }) => pid)).toEqual([process.pid]);
  const [{ started_at: startedAt }] = workers as [(typeof workers)[number]];
  expect(Math.abs(startedAt + uptime - Date.now() / 1000)).toBeLessThan(5);
});

test('the status reports each pending click until it is counted', async () => {
  const before = await readStatus();
  await visitTwice();
  await site.fetch('/here', { method: 'HEAD' });
  await site.fetch('/here', { headers: { 'sec-purpose': 'prefetch' } });
  await site.fetch('/nothing');
  const seen = await readStatus();
  const { acknowledged, drained } = before.clicks;
  expect(seen.clicks).toEqual({
    acknowledged: acknowledged + 2,
    journalled: acknowledged + 2,
    drained,
    uncounted: 0,
    damaged_bytes: 0,
    damaged_segments: 0,
    lag_seconds: seen.clicks.lag_seconds,
  });
  expect(seen.workers).toEqual([
    expect.objectContaining({ acknowledged: acknowledged + 2, uncounted: 0 }),
  ]);

  // A pending click of another process, from some time ago.
  const directory = openJournalDirectory(site.dataDir);
  const journal = new Journal({ directory, owner: createOwner() });
  const { data } = await site.call(getLink, { short_url: 'here' }, site.token);
  const { id: linkId } = data as Link;
  const nobody = { address: '203.0.113.7', referrer: null, userAgent: null, language: null };
  journal.append({ linkId, time: Date.now() - 100_000, ...nobody });
  journal.close();
  const lagging = await readStatus();
  expect(lagging.clicks.lag_seconds).toBeGreaterThanOrEqual(100);
  expect(lagging.clicks.lag_seconds).toBeLessThan(160);
  expect((await readMetrics())['brisk_clicks_lag_seconds']).toBeGreaterThanOrEqual(100);

  // An export counts all pending clicks first.
  await (await site.send(exportLinks, {}, site.token)).text();
  const counted = await readStatus();
  expect(counted.clicks).toEqual({ ...seen.clicks, drained: drained + 3, lag_seconds: 0 });
});

test('the metrics have the same numbers in the format of Prometheus', async () => {
  await visitTwice();
  const { clicks, version } = await readStatus();
  const metrics = await readMetrics();
  expect(metrics).toEqual({
    brisk_redirects_total: clicks.acknowledged,
    brisk_clicks_journalled_total: clicks.journalled,
    brisk_clicks_uncounted_total: 0,
    brisk_clicks_drained_total: clicks.drained,
    brisk_clicks_lag_seconds: expect.any(Number) as number,
    brisk_journal_damaged_bytes_total: 0,
    brisk_journal_damaged_segments: 0,
    brisk_worker_silent_seconds: 0,
    brisk_processes_replaced_total: 0,
    brisk_database_up: 1,
    brisk_process_cpu_seconds_total: expect.any(Number) as number,
    brisk_process_resident_memory_bytes: expect.any(Number) as number,
    brisk_process_start_time_seconds: expect.any(Number) as number,
    brisk_build_info: 1,
  });
  expect(clicks.acknowledged).toBeGreaterThanOrEqual(2);
  expect(metrics['brisk_process_cpu_seconds_total']).toBeGreaterThan(0);
  expect(metrics['brisk_process_resident_memory_bytes']).toBeGreaterThan(1_000_000);
  const text = await (await site.fetch('/metrics')).text();
  expect(text).toContain(`brisk_build_info{version="${version}"} 1\n`);
  expect(text).toContain(`brisk_redirects_total{pid="${process.pid}"} ${clicks.acknowledged}\n`);
});

test('the metrics are open to local programs, and answer HEAD but not POST', async () => {
  const { host, port } = new URL(site.url);
  expect((await sendRaw(site.url, 'GET /metrics HTTP/1.0\r\n\r\n')).status).toBe(401);
  for (const named of [host, `localhost:${port}`]) {
    expect((await rawGet(site.url, '/metrics', [`Host: ${named}`])).status).toBe(200);
  }
  expect((await rawGet(site.url, '/metrics', ['Host: localhost'])).status).toBe(401);
  expect((await rawGet(site.url, `http://${host}/metrics`, ['Host: a.example'])).status).toBe(401);
  expect((await rawGet(site.url, '/metrics', ['Host: go.example.com'])).status).toBe(401);
  const head = await site.fetch('/metrics', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await site.fetch('/metrics', { method: 'POST' })).status).toBe(405);
});
