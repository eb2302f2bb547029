import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createToken, getToken } from '../../../contracts/account.ts';
import { createLink } from '../../../contracts/links/links.ts';
import {
  exportReport,
  getLines,
  getMissedCodes,
  getReport,
  getTopLinks,
  type Report,
} from '../../../contracts/stats/stats.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { encodeClick } from '../../../server/clicks/journal/click.ts';
import {
  createSegmentName,
  openJournalDirectory,
} from '../../../server/clicks/journal/segments.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { LiveClicks } from './live-clicks.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';
import { childrenOf, TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';
import { withSlack } from '../../support/promised-time.ts';
import { RECORD_MAX } from '../../../server/clicks/journal/record.ts';
import { testInAll } from '../../support/test-run.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PREVIEW = 'WhatsApp/2.23.20.0';
/** The limit for a stop. */
const STOP_MAX = 5000;

let site: Awaited<ReturnType<typeof openSetUpSite>>;
let linkId: number;

beforeAll(async () => {
  // The clock triggers no count.
  site = await openSetUpSite({ env: { CLICK_FLUSH_SECONDS: '3600' } });
  linkId = await create('poster');
  for (const code of ['other', 'quiet']) await create(code);
});
afterAll(() => site[Symbol.asyncDispose]());

async function create(code: string): Promise<number> {
  const fields = { long_url: `https://example.com/${code}`, short_url: code, title: code };
  const { data } = await site.call(createLink, fields, site.token);
  return (data as { id: number }).id;
}

async function visit(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<void> {
  const response = await site.fetch(`/${path}`, {
    method,
    headers: { 'user-agent': FIREFOX, ...headers },
  });
  expect(response.status).toBe(302);
}

async function readReport(fields: object = {}): Promise<Report> {
  const { data } = await site.call(getReport, { short_url: 'poster', ...fields }, site.token);
  return data as Report;
}

/** A report for a client that accepts these encodings. */
async function readCoded(codings: string) {
  const response = await fetch(new URL('/api/stats/report?short_url=poster', site.url), {
    headers: { authorization: `Bearer ${site.token}`, 'accept-encoding': codings },
    decompress: false,
  });
  return { coding: response.headers.get('content-encoding'), body: await response.arrayBuffer() };
}

test('a report and the list have new clicks at once', async () => {
  await visit('poster', { referer: 'https://news.example/story', 'accept-language': 'de' });
  await visit('poster?qr');
  await visit('poster', { 'user-agent': BOT });
  await visit('poster', { 'user-agent': PREVIEW });
  await visit('poster', {}, 'HEAD');
  const prefetch = await site.fetch('/poster', { headers: { 'sec-purpose': 'prefetch' } });
  expect(prefetch.status).toBe(503);
  await visit('other');

  const report = await readReport();
  expect(report.clicks).toBe(2);
  expect(report.totals).toEqual({ person: 1, scan: 1, preview: 1, bot: 1, visitors: 1 });
  expect(report.before).toEqual({ person: 0, scan: 0, preview: 0, bot: 0, visitors: 0 });
  expect(report.filters_from).toBe(0);
  expect(report.knows_places).toBe(false);
  const listOf = (name: string) => report.lists.find(({ dimension }) => dimension === name);
  expect(listOf('referrer')).toEqual({
    dimension: 'referrer',
    values: [{ value: 'news.example', clicks: 1 }],
    other: 0,
    none: 1,
  });
  expect(listOf('browser')!.values).toEqual([{ value: 'Firefox', clicks: 2 }]);
  expect(getReport.reply.parse(report)).toEqual(report);

  const listed = (await listAll(site, site.token)).find(({ id }) => id === linkId)!;
  expect([listed.clicks + listed.pending_clicks, listed.people]).toEqual([4, 2]);
  const whole = await site.call(getReport, {}, site.token);
  expect((whole.data as Report).totals).toMatchObject({ person: 2, scan: 1, visitors: 1 });
});

test('a report is the same compressed and uncompressed', async () => {
  const plain = await readCoded('identity');
  expect(plain.coding).toBeNull();
  const compressed = await readCoded('br, gzip');
  expect(compressed.coding).toBe('gzip');
  expect(compressed.body.byteLength).toBeLessThan(plain.body.byteLength / 2);
  expect(Bun.gunzipSync(compressed.body)).toEqual(new Uint8Array(plain.body));
});

test('filters and visit classes select a part of the clicks', async () => {
  expect((await readReport({ referrer: 'news.example' })).totals.person).toBe(1);
  expect((await readReport({ referrer: 'none' })).totals).toMatchObject({ person: 0, scan: 1 });
  expect((await readReport({ browser: 'Netscape' })).clicks).toBe(0);
  for (const [audience, clicks] of [
    ['all', 4],
    ['person', 1],
    ['scan', 1],
    ['preview', 1],
    ['bot', 1],
  ] as const) {
    expect([audience, (await readReport({ audience })).clicks]).toEqual([audience, clicks]);
  }
});

test('statistics need a login or the API token', async () => {
  await site.call(createToken, {}, site.token);
  const { data } = await site.call(getToken, {}, site.token);
  const { token } = data as { token: string };
  expect((await site.call(getReport, {}, token)).code).toBe(200);
  for (const path of ['report', 'export', 'live', 'links', 'lines?ids=1', 'missed', 'alerts']) {
    const response = await site.fetch(`/api/stats/${path}`);
    expect([path, response.status]).toEqual([path, 401]);
  }
});

test('an unknown code has no statistics', async () => {
  for (const path of ['report', 'export', 'live']) {
    const response = await site.fetch(`/api/stats/${path}?short_url=nothing`, {
      headers: { authorization: `Bearer ${site.token}` },
    });
    expect(response.headers.get('content-type')).toStartWith('application/json');
    expect([path, await response.json()]).toEqual([
      path,
      { code: 404, msg: 'link.not.found', data: null },
    ]);
  }
});

test.each([
  { time_zone: 'Mars/Olympus' },
  { period: 'century' },
  { audience: 'cats' },
  { from: '-1' },
  { referrer: 'x'.repeat(257) },
])('an impossible query is refused: %o', async (fields) => {
  expect((await site.call(getReport, fields, site.token)).code).not.toBe(200);
});

test('a report can be downloaded as a file', async () => {
  const json = await site.send(exportReport, { short_url: 'poster', format: 'json' }, site.token);
  expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(json.headers.get('content-disposition')).toMatch(
    /^attachment; filename="brisk-statistics-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(getReport.reply.parse(await json.json()).clicks).toBe(2);
  const csv = await site.send(exportReport, { short_url: 'poster' }, site.token);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await csv.text()).split('\r\n');
  expect(lines.filter((line) => /^(from|to),/.test(line))).toHaveLength(2);
  expect(lines.filter((line) => !/^(from|to),/.test(line)).slice(0, 9)).toEqual([
    'about,value,class,clicks',
    'link,poster,,',
    'time zone,UTC,,',
    'audience,people,,',
    'total,,person,1',
    'total,,scan,1',
    'total,,preview,1',
    'total,,bot,1',
    'total,,visitors,1',
  ]);
  expect(lines).toContain('referrer,news.example,,1');
  expect(lines).toContain('referrer,(none),,1');
  expect(lines.at(-1)).toBe('');
});

test('the top links are those with most people, and silent links are listed', async () => {
  await visit('other');
  await visit('other');
  const { data } = await site.call(getTopLinks, {}, site.token);
  const { top, silent } = data as ReplyOf<typeof getTopLinks>;
  expect(top.map(({ short_url, people, before }) => [short_url, people, before])).toEqual([
    ['other', 3, 0],
    ['poster', 2, 0],
  ]);
  expect(silent).toEqual([]);
  // A few days later, all these visits are in the previous period.
  const later = Math.floor(Date.now() / 1000) + 2 * 86_400;
  const fields = { from: later, to: later + 3 * 86_400 };
  const then = await site.call(getTopLinks, fields, site.token);
  expect(then.data).toMatchObject({
    top: [],
    silent: [
      { short_url: 'other', people: 0, before: 3 },
      { short_url: 'poster', people: 0, before: 2 },
    ],
  });
});

/** The number of people in a link's sparkline. */
async function readLine(): Promise<number> {
  const { data } = await site.call(getLines, { ids: String(linkId) }, site.token);
  const { lines } = data as ReplyOf<typeof getLines>;
  return lines[0]!.people.reduce((sum, people) => sum + people, 0);
}

test('the sparklines of links have the newest clicks', async () => {
  const before = await readLine();
  await visit('poster');
  expect(await readLine()).toBe(before + 1);
});

async function listMissed() {
  const { data } = await site.call(getMissedCodes, {}, site.token);
  return (data as ReplyOf<typeof getMissedCodes>).codes.map(({ code, times }) => [code, times]);
}

test('unknown codes are listed until a link has them', async () => {
  // Names of the site's pages can never be codes, even with a preview.
  for (const code of ['gone', 'gone', 'lost', 'admin+', 'API%2B']) {
    expect((await site.fetch(`/${code}`)).status).toBe(404);
  }
  expect(await listMissed()).toEqual([
    ['gone', 2],
    ['lost', 1],
  ]);
  await create('gone');
  expect(await listMissed()).toEqual([['lost', 1]]);
});

describe('live', () => {
  test('sends the clicks of a link within a second, and none of others', async () => {
    await using ofLink = await LiveClicks.open(site.url, site.token, 'poster');
    await using ofSite = await LiveClicks.open(site.url, site.token);
    expect(ofLink.headers.get('content-type')).toBe('text/event-stream');
    expect(ofLink.headers.get('cache-control')).toBe('no-store');
    await visit('other', { 'user-agent': BOT });
    expect(await ofSite.events(1)).toEqual([{ person: 0, scan: 0, preview: 0, bot: 1 }]);
    const since = performance.now();
    await visit('poster');
    expect(await ofLink.events(1)).toEqual([{ person: 1, scan: 0, preview: 0, bot: 0 }]);
    expect(performance.now() - since).toBeLessThan(withSlack(1000));
    expect(await ofSite.events(2)).toHaveLength(2);
  });

  testInAll(
    'does not delay a server that stops',
    async () => {
      const dataDir = createDataDir();
      try {
        const server = await TestProcess.start(dataDir, { CLICK_FLUSH_SECONDS: '3600' });
        const token = await new SiteCaller(server.url).signIn();
        const caller = new SiteCaller(server.url, token);
        const fields = { long_url: 'https://example.com/', short_url: 'poster', title: 'x' };
        await caller.call(createLink, fields);
        await using live = await LiveClicks.open(server.url, token);
        const since = performance.now();
        const code = server.end('SIGTERM');
        await live.ended().catch(() => undefined);
        expect(await code).toBe(0);
        expect(performance.now() - since).toBeLessThan(withSlack(STOP_MAX));
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    300_000,
  );
});

test('reports have the clicks of all workers at once', async () => {
  const dataDir = createDataDir();
  try {
    await using server = await TestProcess.start(dataDir, {
      WORKERS: '2',
      CLICK_FLUSH_SECONDS: '3600',
    });
    const token = await new SiteCaller(server.url).signIn();
    const caller = new SiteCaller(server.url, token);
    const fields = { long_url: 'https://example.com/', short_url: 'poster', title: 'x' };
    await caller.call(createLink, fields);
    const visits = 40;
    for (let i = 0; i < visits; i += 1) {
      const response = await fetch(new URL('poster', server.url), {
        redirect: 'manual',
        headers: { 'user-agent': FIREFOX, connection: 'close' },
      });
      expect(response.status).toBe(302);
    }
    const { data } = await caller.call(getReport, { short_url: 'poster' });
    expect((data as Report).totals).toMatchObject({ person: visits, visitors: 1 });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 300_000);

testInAll(
  'opening a page of statistics, or any with a login, starts the process of reports',
  async () => {
    const dataDir = createDataDir();
    try {
      await using server = await TestProcess.start(dataDir, { LOG_LEVEL: 'silent' });
      const processes = () => childrenOf(server.pid, 'background');
      const token = await new SiteCaller(server.url).signIn();
      const caller = new SiteCaller(server.url, token);
      const headers = { authorization: `Bearer ${token}` };
      for (const path of ['admin/stats', 'admin/links/poster', 'api/user/is_login']) {
        // The process is idle then, so the server starts no other one for its work.
        await caller.call(getReport, {});
        for (const pid of processes()) await server.kill(pid);
        while (processes().length > 0) await Bun.sleep(1);
        // The server may not yet know that the process is gone.
        while (processes().length === 0) {
          const page = await fetch(new URL(path, server.url), { headers });
          expect(page.status).toBe(200);
        }
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  300_000,
);

testInAll(
  'a report with a flood of new user agents says how many clicks are counted and wait',
  async () => {
    const total = 21_000;
    const flooded = await create('flooded');
    const record = Buffer.alloc(RECORD_MAX);
    const records = Array.from({ length: total }, (_, at) => {
      const visit = { linkId: flooded, time: Date.now(), address: '203.0.113.7' };
      const texts = { referrer: null, userAgent: `${FIREFOX} ${at}`, language: null };
      return Buffer.from(record.subarray(0, encodeClick(record, { ...visit, ...texts })));
    });
    const name = createSegmentName(Date.now(), 'flood');
    writeFileSync(join(openJournalDirectory(site.dataDir), name), Buffer.concat(records));
    for (;;) {
      const { clicks, pending_clicks: waiting } = await readReport({ short_url: 'flooded' });
      // Clicks may be counted between the two numbers, and the second one may be an estimate.
      expect(clicks + waiting).toBeGreaterThan(0.95 * total);
      if (waiting > 0) continue;
      expect(clicks).toBe(total);
      break;
    }
  },
  300_000,
);
