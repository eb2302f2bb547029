import { afterAll, beforeAll, expect, test } from 'bun:test';
import { exportLinks } from '../../../contracts/export.ts';
import { startJob, undoJob, type Job } from '../../../contracts/import-jobs.ts';
import { getReport, type Report } from '../../../contracts/stats/stats.ts';
import { nowSeconds } from '../../../server/engine/now.ts';
import { phpMyAdmin, sqlDump, yourlsRow } from '../../import-files/yourls-files.ts';
import { fc, seed } from '../../support/random.ts';
import { sumParts } from '../../support/statistics/sum-parts.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { sendFile, waitFor } from './import-jobs.ts';

const RUNS = chooseForRun(1, 12);
const KEEP_DAYS = 90;
const CODES = ['a', 'B', 'c-d'];
const agents = {
  Firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  Chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  curl: 'curl/8.0',
  '': '',
} as const;
const referrers = {
  '': 'direct',
  'r.example': 'https://r.example/é?q=1',
  'b.example': 'http://www.b.example/x',
};

let site: SetUpSite;
beforeAll(async () => {
  const env = { CLICK_FLUSH_SECONDS: '3600', CLICK_RETENTION_DAYS: String(KEEP_DAYS) };
  site = await openSetUpSite({ env });
  await importDump(dump([{ code: 'mine', clicks: 3 }], [], 0));
  for (const agent of [agents.Firefox, agents.curl]) {
    await site.fetch('/mine', { headers: { 'user-agent': agent } });
  }
});
afterAll(() => site[Symbol.asyncDispose]());

interface Visit {
  readonly code: string;
  /** Before now, in seconds. */
  readonly ago: number;
  readonly agent: keyof typeof agents;
  readonly referrer: keyof typeof referrers;
  readonly country: '' | 'DE' | 'FR';
}

const visit: fc.Arbitrary<Visit> = fc.record({
  code: fc.constantFrom(...CODES, 'gone'),
  ago: fc.oneof(
    fc.integer({ min: 60, max: 3 * 86_400 }),
    fc.integer({ min: -86_400, max: 3 * KEEP_DAYS * 86_400 }),
  ),
  agent: fc.constantFrom('Firefox', 'Chrome', 'curl', ''),
  referrer: fc.constantFrom('', 'r.example', 'b.example'),
  country: fc.constantFrom('', 'DE', 'FR'),
});

const file = fc.record({
  totals: fc.tuple(...CODES.map(() => fc.integer({ min: 0, max: 40 }))),
  visits: fc.array(visit, { maxLength: 120, size: 'max' }),
  isJson: fc.boolean(),
});

interface Counted {
  readonly code: string;
  readonly clicks: number;
}

function dump(
  links: readonly Counted[],
  visits: readonly Visit[],
  now: number,
  isJson = false,
): string {
  const time = ({ ago }: Visit): string =>
    new Date((now - ago) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  const y_url = links.map(({ code, clicks }) => yourlsRow(code, { clicks: String(clicks) }));
  const y_log = visits.map((one, at) => ({
    click_id: String(at),
    click_time: time(one),
    shorturl: one.code,
    referrer: referrers[one.referrer],
    user_agent: agents[one.agent],
    ip_address: '192.0.2.1',
    country_code: one.country,
  }));
  if (isJson) return phpMyAdmin({ y_log, y_url });
  const log = 'CREATE TABLE `y_log` (click_id int, click_time datetime, shorturl varchar(9));';
  return `${sqlDump({ y_url, y_log })}${log}`;
}

async function importDump(content: string): Promise<{ checked: Job; done: Job }> {
  const { data } = await sendFile(site, content);
  const checked = await waitFor(site, data.id, 'ready');
  await site.call(startJob, { id: data.id }, site.token);
  return { checked, done: await waitFor(site, data.id, 'done') };
}

async function readReport(fields: object = {}): Promise<Report> {
  const all = { period: 'all', audience: 'all', ...fields };
  return (await site.call(getReport, all, site.token)).data as Report;
}

/** What of a report does not change with the hour. */
async function readNumbers(): Promise<object> {
  const { clicks, totals, week, lists, imported_clicks: imported } = await readReport();
  return { clicks, totals, week, lists, imported };
}

async function exportAll(): Promise<string> {
  const text = await (await site.send(exportLinks, {}, site.token)).text();
  return text.replace(/"exported_at":\d+/, '');
}

const isBot = ({ agent }: Visit): boolean => agent === 'curl' || agent === '';
const count = <Item>(items: readonly Item[], isOne: (item: Item) => boolean): number =>
  items.filter(isOne).length;

async function checkLinks(links: readonly Counted[], known: readonly Visit[]): Promise<void> {
  for (const link of await listAll(site, site.token)) {
    const { short_url: code } = link;
    if (!CODES.includes(code)) continue;
    const own = known.filter((one) => one.code === code);
    const { clicks } = links.find((one) => one.code === code)!;
    expect(link).toMatchObject({
      clicks: Math.max(clicks, own.length),
      imported_clicks: Math.max(0, clicks - own.length),
      people: count(own, (one) => !isBot(one)),
    });
    const report = await readReport({ short_url: code });
    expect(report.clicks).toBe(own.length);
    expect(new Set(sumParts(report))).toEqual(new Set([own.length]));
  }
}

test(`the visits of a file become statistics, and an undo takes them back (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ totals, visits, isJson }) => {
      const before = { file: await exportAll(), numbers: await readNumbers() };
      const native = await readReport();
      const links = CODES.map((code, at) => ({ code, clicks: totals[at]! }));
      const now = nowSeconds();
      const content = dump(links, visits, now, isJson);
      const { checked, done } = await importDump(content);
      const taken = nowSeconds() - now;
      const known = visits.filter(({ code }) => CODES.includes(code));
      const visitsOf = (code: string): number => count(known, (one) => one.code === code);
      const without = links.reduce(
        (sum, link) => sum + Math.max(0, link.clicks - visitsOf(link.code)),
        0,
      );
      const beyond = links.reduce(
        (sum, link) => sum + Math.max(0, visitsOf(link.code) - link.clicks),
        0,
      );
      const ahead = count(known, ({ ago }) => ago < 0);
      for (const { clicks } of [checked, done]) {
        expect(clicks).toMatchObject({ with_details: known.length, without, beyond });
        // The time of a visit may have come meanwhile.
        expect(Math.abs(clicks.ahead - ahead)).toBeLessThanOrEqual(
          count(known, ({ ago }) => ago >= -taken && ago < 0),
        );
      }
      await checkLinks(links, known);
      const report = await readReport();
      expect(report.clicks - native.clicks).toBe(known.length);
      expect(new Set(sumParts(report))).toEqual(new Set([report.clicks]));
      expect(report.totals.bot - native.totals.bot).toBe(count(known, isBot));
      expect(report.totals.visitors).toBe(native.totals.visitors);
      const valueOf = (dimension: string, value: string): number =>
        report.lists
          .find((list) => list.dimension === dimension)!
          .values.find((one) => one.value === value)?.clicks ?? 0;
      for (const country of ['DE', 'FR'])
        expect(valueOf('country', country)).toBe(count(known, (one) => one.country === country));
      for (const referrer of ['r.example', 'b.example'])
        expect(valueOf('referrer', referrer)).toBe(
          count(known, (one) => one.referrer === referrer),
        );
      expect(valueOf('browser', 'Chrome')).toBe(count(known, ({ agent }) => agent === 'Chrome'));
      const after = await readNumbers();
      const again = await importDump(content);
      expect(again.done.counts).toMatchObject({ new: 0, here: CODES.length });
      expect(again.done.clicks).toMatchObject({ with_details: 0, without: 0 });
      expect(await readNumbers()).toEqual(after);
      expect((await readReport()).clicks).toBe(report.clicks);
      await site.call(undoJob, { id: done.id }, site.token);
      await waitFor(site, done.id, 'undone');
      expect({ file: await exportAll(), numbers: await readNumbers() }).toEqual(before);
    }),
    { numRuns: RUNS },
  );
}, 300_000);
