import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import type { Engine, LinkRow } from '../../engine/engine.ts';
import { publicOnly } from '../../outgoing/address-guard.ts';
import { Alerts } from './alerts.ts';
import { BASELINE_DAYS } from './baseline.ts';
import { DAY_SECONDS } from '../quarter.ts';

/** The checked day, and the time of the check. */
const DAY = 20_000;
const NOW = (DAY + 1) * DAY_SECONDS + 2 * 3600;

interface Seed extends Partial<LinkRow> {
  readonly short_url: string;
  /** Visitors on each day before, and on the day itself. */
  readonly usual: number;
  readonly people: number;
}

async function open(links: readonly Seed[], firstDay = DAY - 1000) {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-alerts-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(
    engine,
    links.map(({ usual: _usual, people: _people, ...link }) => ({ is_count_only: 0, ...link })),
  );
  await engine.db
    .insertInto('click_batch')
    .values({
      id: 'first',
      day: firstDay,
      state: 'sealed',
      rules: 1,
      bytes: 0,
      body: new Uint8Array(),
    })
    .execute();
  const site = {
    dataDir,
    engine,
    now: NOW,
    reads: [] as number[][],
    settings: { alerts: true, webhook: '' },
    countClicks: () => Promise.resolve(),
    async [Symbol.asyncDispose]() {
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
  const ids = links.map((_, index) => index + 1);
  const alerts = (own: Engine) =>
    new Alerts({
      engine: own,
      settings: () => site.settings,
      baseUrl: null,
      version: '1.2.3',
      clock: () => site.now,
      onError: (error) => {
        throw error;
      },
      countClicks: () => site.countClicks(),
      readDays(id, first, last) {
        site.reads.push([id, first, last]);
        const { usual, people } = links[id - 1]!;
        return Promise.resolve([...Array.from({ length: BASELINE_DAYS }, () => usual), people]);
      },
      findCandidates: () => Promise.resolve(ids),
      webhookGuard: publicOnly,
    });
  return Object.assign(site, { alerts: alerts(engine), alertsOf: alerts });
}

async function kinds(alerts: Alerts): Promise<string[]> {
  return (await alerts.list('all')).map(({ kind, short_url: code }) => `${kind} ${code}`).sort();
}

test('alerts report spikes and silences of the last complete day only', async () => {
  await using site = await open([
    { short_url: 'up', title: 'Up', usual: 10, people: 90 },
    { short_url: 'down', usual: 40, people: 1 },
    { short_url: 'same', usual: 40, people: 50 },
  ]);
  await site.alerts.check();
  expect(site.reads).toEqual([1, 2, 3].map((id) => [id, DAY - BASELINE_DAYS, DAY]));
  const listed = await site.alerts.list('all');
  expect(listed.map(({ id: _id, ...alert }) => alert)).toEqual([
    { kind: 'silence', short_url: 'down', title: '', people: 1, usual: 40, created_at: NOW },
    { kind: 'spike', short_url: 'up', title: 'Up', people: 90, usual: 10, created_at: NOW },
  ]);
});

test('pending clicks are counted first, and a link whose clicks cannot be counted is not silent', async () => {
  const poster = { short_url: 'poster', usual: 40, people: 0 };
  await using site = await open([poster]);
  site.countClicks = () => Promise.reject(new Error('no room'));
  expect(String(await site.alerts.check().catch((error: unknown) => error))).toContain('no room');
  site.countClicks = () => {
    poster.people = 40;
    return Promise.resolve();
  };
  await site.alerts.check();
  expect(site.reads).toEqual([[1, DAY - BASELINE_DAYS, DAY]]);
  expect(await kinds(site.alerts)).toEqual([]);
});

test('a day is checked once, by any server and with any number of starts', async () => {
  await using site = await open([{ short_url: 'up', usual: 10, people: 90 }]);
  const other = await openTestEngine(site.dataDir);
  await Promise.all([site.alerts.check(), site.alertsOf(other).check(), site.alerts.check()]);
  const readsBefore = site.reads.length;
  site.now += 3600;
  await site.alertsOf(other).check();
  await other.close();
  expect(site.reads).toHaveLength(readsBefore);
  expect(await kinds(site.alerts)).toEqual(['spike up']);
});

test('a day is checked one hour after its end', async () => {
  await using site = await open([{ short_url: 'up', usual: 10, people: 90 }]);
  site.now = (DAY + 1) * DAY_SECONDS + 3599;
  await site.alerts.check();
  expect(site.reads[0]![2]).toBe(DAY - 1);
  site.now += 1;
  await site.alerts.check();
  expect(site.reads[1]![2]).toBe(DAY);
});

test('a clock that is set back repeats no alert, and one that was ahead blocks none', async () => {
  await using site = await open([{ short_url: 'up', usual: 10, people: 90 }]);
  await site.alerts.check();
  site.now -= DAY_SECONDS;
  await site.alerts.check();
  expect(site.reads).toHaveLength(1);
  site.now += 1000 * DAY_SECONDS;
  await site.alerts.check();
  site.now = NOW + DAY_SECONDS;
  await site.alerts.check();
  expect(site.reads.map(([, , day]) => day)).toEqual([DAY, DAY + 999, DAY + 1]);
});

test('a lasting change is reported again after a week', async () => {
  await using site = await open([{ short_url: 'down', usual: 40, people: 0 }]);
  const counts: number[] = [];
  for (let day = 0; day < 10; day += 1) {
    site.now = NOW + day * DAY_SECONDS + (day % 2) * 3600;
    await site.alerts.check();
    counts.push((await site.alerts.list('all')).length);
    // A dismissed alert is not repeated either.
    await site.alerts.dismiss(
      'all',
      (await site.alerts.list('all')).map(({ id }) => id),
    );
  }
  expect(counts).toEqual([1, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
});

test('expired, young and count-only links raise no silence', async () => {
  const silent = { usual: 40, people: 0 };
  const ago = (days: number) => NOW - days * DAY_SECONDS;
  await using site = await open([
    { ...silent, short_url: 'live', expires_at: NOW + 1 },
    { ...silent, short_url: 'expired', expires_at: NOW },
    { ...silent, short_url: 'off', is_active: 0 },
    { ...silent, short_url: 'secret', is_count_only: 1 },
    { ...silent, short_url: 'young', created_at: ago(29) },
    { ...silent, short_url: 'old', created_at: ago(31) },
    { short_url: 'off-up', is_active: 0, usual: 1, people: 100 },
    { short_url: 'secret-up', is_count_only: 1, usual: 1, people: 100 },
    { short_url: 'young-up', created_at: ago(9), usual: 1, people: 100 },
    { short_url: 'new-up', created_at: ago(8), usual: 1, people: 100 },
  ]);
  await site.alerts.check();
  expect(await kinds(site.alerts)).toEqual([
    'silence live',
    'silence old',
    'spike off-up',
    'spike young-up',
  ]);
});

test("days before the site's first click are no baseline", async () => {
  await using site = await open([{ short_url: 'up', usual: 0, people: 1000 }], DAY - 7);
  await site.alerts.check();
  expect(await site.alerts.list('all')).toEqual([]);
  expect(site.reads).toHaveLength(1);
});

test('a site without visits has no alerts', async () => {
  await using site = await open([{ short_url: 'up', usual: 0, people: 1000 }]);
  await site.engine.db.deleteFrom('click_batch').execute();
  await site.alerts.check();
  expect(await site.alerts.list('all')).toEqual([]);
});

test('disabled alerts are not raised, and enabling them reports the last day', async () => {
  await using site = await open([{ short_url: 'up', usual: 10, people: 90 }]);
  site.settings.alerts = false;
  await site.alerts.check();
  expect(site.reads).toEqual([]);
  site.settings.alerts = true;
  await site.alerts.check();
  expect(await kinds(site.alerts)).toEqual(['spike up']);
});

test('a check that fails halfway changes nothing and is repeated', async () => {
  await using site = await open([{ short_url: 'up', usual: 10, people: 90 }]);
  site.settings.webhook = 'http://127.0.0.1:9/';
  const broken = {
    ...site.engine,
    write: (work: Parameters<typeof site.engine.write>[0]) =>
      site.engine.write(async (tx, changed) => {
        await work(tx, changed);
        throw new Error('killed');
      }),
  } as Engine;
  expect(site.alertsOf(broken).check()).rejects.toThrow('killed');
  expect(await site.alerts.list('all')).toEqual([]);
  await site.alerts.check();
  expect(await site.alerts.list('all')).toHaveLength(1);
  const deliveries = await site.engine.db.selectFrom('alert_delivery').selectAll().execute();
  expect(deliveries).toMatchObject([{ attempts: 0, next_at: NOW }]);
});

test('dismissed alerts and alerts on deleted links are not listed', async () => {
  const seeds = ['a', 'b', 'c'].map((code) => ({ short_url: code, usual: 10, people: 90 }));
  await using site = await open(seeds);
  await site.alerts.check();
  const { id } = (await site.alerts.list('all'))[0]!;
  expect(await site.alerts.dismiss('all', [id, 999])).toBe(1);
  expect(await site.alerts.dismiss('all', [id])).toBe(0);
  expect(await site.alerts.dismiss('all', [])).toBe(0);
  expect(await site.alerts.list('all')).toHaveLength(2);
  await site.engine.write((tx) => tx.deleteFrom('link').where('short_url', '=', 'a').execute());
  expect(await kinds(site.alerts)).toEqual(['spike b']);
});

test('old alerts are deleted, and at most a hundred are listed', async () => {
  const seeds = Array.from({ length: 130 }, (_, i) => ({
    short_url: `l${i}`,
    usual: 9,
    people: 90,
  }));
  await using site = await open(seeds);
  site.settings.webhook = 'http://127.0.0.1:9/';
  await site.alerts.check();
  expect(await site.alerts.list('all')).toHaveLength(100);
  site.now += 91 * DAY_SECONDS;
  await site.alerts.check();
  const { alerts, deliveries } = await site.engine.db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('alert')
        .select((all) => all.fn.countAll<number>().as('n'))
        .as('alerts'),
      eb
        .selectFrom('alert_delivery')
        .select((all) => all.fn.countAll<number>().as('n'))
        .as('deliveries'),
    ])
    .executeTakeFirstOrThrow();
  expect([alerts, deliveries]).toEqual([130, 130]);
});
