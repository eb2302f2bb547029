import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importLinks } from '../../../contracts/import.ts';
import type { Route } from '../../../contracts/route.ts';
import {
  exportReport,
  getReport,
  getTopLinks,
  type RankedLink,
  type Report,
} from '../../../contracts/stats/stats.ts';
import { encodeClick } from '../../../server/clicks/journal/click.ts';
import { RECORD_MAX } from '../../../server/clicks/journal/record.ts';
import {
  createSegmentName,
  openJournalDirectory,
} from '../../../server/clicks/journal/segments.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY = 86_400;
/** The first second of a day, a week ago. */
const START = Math.floor(Date.now() / 1000 / DAY) * DAY - 7 * DAY;

/** Code, tags and clicks by day from the first one on; all clicks of a day have one visitor. */
const links = [
  ['poster', ['Sale', 'print'], [3, 1, 0, 2]],
  ['letter', ['sale'], [0, 4, 5, 0]],
  ['a,b', [], [7, 0, 1, 0]],
] as const;

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite({ env: { CLICK_FLUSH_SECONDS: '3600' } });
  const rows = links.map(([code, tags], at) => {
    const row = { long_url: 'https://example.com/', short_url: code, clicks: 10 ** at };
    return { ...row, tags: tags.join() };
  });
  await site.call(importLinks, { file: JSON.stringify(rows) }, site.token);
  const all = await listAll(site, site.token);
  const ids = new Map(all.map(({ id, short_url: code }) => [code, id]));
  const record = Buffer.alloc(RECORD_MAX);
  const records = links.flatMap(([code, , days]) =>
    days.flatMap((clicks, day) =>
      Array.from({ length: clicks }, () => {
        const click = { linkId: ids.get(code)!, time: (START + day * DAY + 3600) * 1000 };
        const said = { address: '203.0.113.7', referrer: null, userAgent: FIREFOX, language: null };
        return Buffer.from(record.subarray(0, encodeClick(record, { ...click, ...said })));
      }),
    ),
  );
  const name = createSegmentName(Date.now(), 'past');
  writeFileSync(join(openJournalDirectory(site.dataDir), name), Buffer.concat(records));
});
afterAll(() => site[Symbol.asyncDispose]());

const days = (from: number, to: number) =>
  [
    ['from', String(START + from * DAY)],
    ['to', String(START + to * DAY)],
  ] as const;

async function ask(route: Route, fields: readonly (readonly [string, string])[]) {
  const query = new URLSearchParams();
  for (const [name, value] of fields) query.append(name, value);
  return site.fetch(`${route.path}?${query.toString()}`, {
    headers: { authorization: `Bearer ${site.token}` },
  });
}

async function read<Data>(route: Route, ...fields: (readonly [string, string])[]): Promise<Data> {
  const { code, data } = (await (await ask(route, fields)).json()) as { code: number; data: Data };
  expect([fields, code]).toEqual([fields, 200]);
  return data;
}

test('a report of several links or of a tag has the clicks of these links', async () => {
  for (const [choice, clicks, visitors, imported] of [
    [[], 23, 4, 111],
    [[['short_url', 'poster']], 6, 3, 1],
    [[['short_url', 'a,b']], 8, 2, 100],
    [
      [
        ['short_url', 'poster'],
        ['short_url', 'a,b'],
        ['short_url', 'POSTER'],
      ],
      14,
      5,
      101,
    ],
    [[['tag', 'SALE']], 15, 5, 11],
    [
      [
        ['tag', 'sale'],
        ['tag', 'print'],
      ],
      6,
      3,
      1,
    ],
    [
      [
        ['tag', 'sale'],
        ['short_url', 'a,b'],
      ],
      0,
      0,
      0,
    ],
    [
      [
        ['tag', 'sale'],
        ['domain', 'none'],
      ],
      15,
      5,
      11,
    ],
    [
      [
        ['tag', 'sale'],
        ['channel', 'search'],
      ],
      0,
      0,
      11,
    ],
    [[['tag', 'nobody']], 0, 0, 0],
  ] as const) {
    const report = await read<Report>(getReport, ...choice, ...days(0, 7));
    const { totals, imported_clicks: before } = report;
    expect([choice, report.clicks, totals.visitors, before]).toEqual([
      choice,
      clicks,
      visitors,
      imported,
    ]);
  }
});

test('a report of more links than 50, or of an unknown one, is refused', async () => {
  const codes = Array.from({ length: 51 }, (_, at) => ['short_url', `l${at}`] as const);
  expect((await (await ask(getReport, codes)).json()) as object).toMatchObject({ code: 400 });
  for (const route of [getReport, getTopLinks]) {
    const found = await ask(route, [...codes.slice(0, 49), ['short_url', 'poster']]);
    expect((await found.json()) as object).toMatchObject({ code: 404 });
  }
});

test('the most clicked links are those of the tag', async () => {
  const { top, silent } = await read<Record<'top' | 'silent', RankedLink[]>>(
    getTopLinks,
    ['tag', 'sale'],
    ...days(2, 4),
  );
  const rows = [...top, ...silent].map(({ short_url: code, people, before }) => [
    code,
    people,
    before,
  ]);
  expect(rows).toEqual([
    ['letter', 5, 4],
    ['poster', 2, 4],
  ]);
});

test('a report has the numbers of the days before beside its own', async () => {
  const fields = [['tag', 'sale'], ...days(3, 6)] as const;
  const report = await read<Report>(getReport, ...fields, ['compare', 'before']);
  expect(report.bars.map(({ person }) => person)).toEqual([2, 0, 0]);
  expect(report.compared).toMatchObject({
    from: START,
    to: START + 3 * DAY,
    totals: report.before!,
    bars: [{ person: 3 }, { person: 5 }, { person: 5 }],
  });
  expect((await read<Report>(getReport, ...fields)).compared).toBeNull();
  const all = await read<Report>(getReport, ['period', 'all'], ['compare', 'year']);
  expect(all.compared).toBeNull();
  const year = await read<Report>(getReport, ...fields, ['compare', 'year']);
  expect(year.compared!.totals.person).toBe(0);
});

test('an export says which links it is about, and what it compares', async () => {
  const fields = [['compare', 'before'], ...days(3, 6)] as const;
  const csv = await (await ask(exportReport, [['tag', 'sale'], ...fields])).text();
  for (const line of [
    'site,,,',
    `compared from,${new Date(START * 1000).toISOString()},,`,
    'filter tag,sale,,',
    'compared total,,person,13',
    `compared day,${new Date(START * 1000).toISOString()},person,3`,
    'top link,poster,people,2',
  ]) {
    expect(csv).toContain(`\r\n${line}\r\n`);
  }
  expect(csv).not.toContain('a,b');
  const both = [
    ['short_url', 'poster'],
    ['short_url', 'a,b'],
  ] as const;
  const ofBoth = await (await ask(exportReport, [...both, ...fields])).text();
  expect(ofBoth).toContain('\r\nlink,poster,,\r\nlink,"a,b",,\r\n');
  const json = await ask(exportReport, [...both, ...fields, ['tag', 'sale'], ['format', 'json']]);
  expect((await json.json()) as object).toMatchObject({
    short_url: ['poster', 'a,b'],
    tags: ['sale'],
    compared: { totals: { person: 4 } },
  });
});

test('one list is exported as a plain table, also for Excel', async () => {
  const fields = [['tag', 'sale'], ...days(3, 6)] as const;
  const table = async (list: string, ...more: (readonly [string, string])[]) =>
    (await ask(exportReport, [...fields, ['list', list], ...more])).text();
  expect(await table('device')).toBe('device,clicks\r\ndesktop,2\r\n(other),0\r\n(none),0\r\n');
  expect(await table('links')).toBe(
    'short_url,title,long_url,clicks,before\r\n' +
      'poster,,https://example.com/,2,4\r\nletter,,https://example.com/,0,9\r\n',
  );
  const bars = (await table('bars', ['compare', 'before'])).split('\r\n');
  expect(bars[0]).toBe(
    'start,person,scan,preview,bot,' +
      'compared_start,compared_person,compared_scan,compared_preview,compared_bot',
  );
  expect(bars[1]).toMatch(/^[^,]*,2,0,0,0,[^,]*,3,0,0,0$/);
  const rows: unknown = JSON.parse(await table('device', ['format', 'json']));
  expect(rows).toEqual([
    { device: 'desktop', clicks: 2 },
    { device: '(other)', clicks: 0 },
    { device: '(none)', clicks: 0 },
  ]);
  const excel = await ask(exportReport, [...fields, ['list', 'device'], ['excel', '1']]);
  expect(excel.headers.get('content-type')).toBe('text/csv; charset=utf-16le');
  const bytes = new Uint8Array(await excel.arrayBuffer());
  expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe]);
  expect(new TextDecoder('utf-16le').decode(bytes)).toStartWith('device\tclicks\r\ndesktop\t2\r\n');
});
