import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createLink } from '../../../contracts/links/links.ts';
import { setOption } from '../../../contracts/site.ts';
import { getReport, type Report } from '../../../contracts/stats/stats.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { readTables } from '../stored-bytes.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/**
 * The settings of the site, and the visitors that statistics report. Each visitor has its own
 * campaign.
 */
const settings = [
  {
    code: 'usual',
    countOnly: false,
    respectsDoNotTrack: true,
    reported: ['usual-dnt-0', 'usual-plain'],
  },
  {
    code: 'heedless',
    countOnly: false,
    respectsDoNotTrack: false,
    reported: ['heedless-dnt', 'heedless-dnt-0', 'heedless-gpc', 'heedless-plain'],
  },
  { code: 'count', countOnly: true, respectsDoNotTrack: true, reported: [] },
  { code: 'heedless-count', countOnly: true, respectsDoNotTrack: false, reported: [] },
  // Visits recorded before the setting neither vanish nor reappear.
  {
    code: 'again',
    countOnly: false,
    respectsDoNotTrack: true,
    reported: ['again-dnt-0', 'again-plain'],
  },
];
const visitors: readonly (readonly [name: string, headers: Readonly<Record<string, string>>])[] = [
  ['plain', {}],
  ['dnt', { DNT: '1' }],
  ['dnt-0', { DNT: '0' }],
  ['gpc', { 'Sec-GPC': '1' }],
];

let site: Awaited<ReturnType<typeof openSetUpSite>>;

/** The settings differ between the visit and its count. */
beforeAll(async () => {
  site = await openSetUpSite();
  for (const { code, countOnly, respectsDoNotTrack } of settings) {
    const fields = { long_url: `https://example.com/${code}`, short_url: code, title: code };
    await site.call(createLink, fields, site.token);
    const value = JSON.stringify({
      count_only: countOnly,
      heeds_do_not_track: respectsDoNotTrack,
      alerts: false,
      webhook: '',
    });
    const { code: answer } = await site.call(setOption, { key: 'statistics', value }, site.token);
    expect(answer).toBe(200);
    for (const [name, headers] of visitors) {
      const { status } = await site.fetch(`/${code}?utm_source=${code}-${name}`, {
        headers: {
          ...headers,
          'User-Agent': `${FIREFOX} ${code}-${name}`,
          Referer: `https://${code}-${name}.example/`,
        },
      });
      expect(status).toBe(302);
    }
    expect((await readReport(code)).clicks).toBe(visitors.length);
  }
});
afterAll(() => site[Symbol.asyncDispose]());

async function readReport(code: string): Promise<Report> {
  const { data } = await site.call(getReport, { short_url: code }, site.token);
  return data as Report;
}

test.each(settings)(
  'count_only $countOnly, heeds_do_not_track $respectsDoNotTrack: $code reports $reported',
  async ({ code, reported }) => {
    const { totals, lists } = await readReport(code);
    const visits = visitors.length;
    expect(totals).toEqual({
      person: visits,
      scan: 0,
      preview: 0,
      bot: 0,
      visitors: reported.length,
    });
    for (const { dimension, values, other, none } of lists) {
      const known = values.reduce((sum, { clicks }) => sum + clicks, other);
      expect([dimension, known + none]).toEqual([dimension, visits]);
      if (reported.length === 0) expect([dimension, values]).toEqual([dimension, []]);
    }
    const sources = lists.find(({ dimension }) => dimension === 'utm_source')!.values;
    expect(sources.map(({ value }) => value).sort()).toEqual(reported);
    const browsers = lists.find(({ dimension }) => dimension === 'browser')!.values;
    expect(browsers).toEqual(
      reported.length === 0 ? [] : [{ value: 'Firefox', clicks: reported.length }],
    );
  },
);

test('the database has details only of the visits that statistics report', async () => {
  await site.stop();
  const database = Buffer.concat(await readTables(site.dataDir)).toString('latin1');
  for (const { code, reported } of settings) {
    for (const name of visitors.map(([name]) => `${code}-${name}`)) {
      const isStored = new RegExp(`\\b${name}(?!-)`).test(database);
      expect([name, isStored]).toEqual([name, reported.includes(name)]);
    }
  }
});
