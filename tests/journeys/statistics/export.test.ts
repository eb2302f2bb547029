import { afterAll, beforeAll, expect, test } from 'bun:test';
import { crc32, inflateRawSync } from 'node:zlib';
import { createLink } from '../../../contracts/links/links.ts';
import {
  exportReport,
  getMissedCodes,
  getReport,
  getTopLinks,
  type Report,
} from '../../../contracts/stats/stats.ts';
import { exportedLists, type ExportedList } from '../../../contracts/stats/stats.constants.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { openSetUpSite } from '../set-up-site.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY = 86_400;
/** Requested codes that a spreadsheet would run as formulas, and the expected cells. */
const formulas = [
  ['=1+1', "'=1+1"],
  ['@SUM(1)', "'@SUM(1)"],
  ['-2', "'-2"],
  ['a;=1+1;', "a;'=1+1;"],
  ['\n=1+1', `"'\n'=1+1"`],
  ['a"\r\n+1', `"a""\r\n'+1"`],
  ['a,=1', '"a,=1"'],
  ['＝1+1', "'＝1+1"],
  ['a; ＠b', "a;' ＠b"],
] as const;

let site: Awaited<ReturnType<typeof openSetUpSite>>;

beforeAll(async () => {
  // The clock triggers no count.
  site = await openSetUpSite({ env: { CLICK_FLUSH_SECONDS: '3600' } });
  for (const code of ['poster', '-minus']) {
    const fields = { long_url: `https://example.com/${code}`, short_url: code, title: '=title()' };
    expect((await site.call(createLink, fields, site.token)).code).toBe(200);
  }
  await visit('poster', { referer: 'https://news.example/' });
  await visit('poster');
  await visit('-minus');
  for (const code of ['lost', 'lost', ...formulas.map(([asked]) => asked)]) {
    await visit(encodeURIComponent(code), {}, 404);
  }
});
afterAll(() => site[Symbol.asyncDispose]());

async function visit(path: string, headers: Record<string, string> = {}, status = 302) {
  const response = await site.fetch(`/${path}`, { headers: { 'user-agent': FIREFOX, ...headers } });
  expect([path, response.status]).toEqual([path, status]);
}

async function download(fields: object): Promise<string> {
  const response = await site.send(exportReport, fields, site.token);
  expect(response.headers.get('content-disposition')).toStartWith('attachment');
  return response.text();
}

/** A past period, whose numbers no longer change. */
function daysFromNow(first: number, last: number) {
  const today = Math.floor(Date.now() / 1000 / DAY) * DAY;
  return { from: today + first * DAY, to: today + last * DAY };
}

test('the export of the site has everything that its page shows', async () => {
  const range = daysFromNow(-1, 1);
  const file: unknown = JSON.parse(await download({ ...range, format: 'json' }));
  // Requested after the file, so clicks that the file missed would show here.
  const [report, links, missed] = await Promise.all(
    [getReport, getTopLinks, getMissedCodes].map((route) => site.call(route, range, site.token)),
  );
  const { top, silent } = links!.data as { top: unknown[]; silent: unknown[] };
  const { codes } = missed!.data as { codes: unknown[] };
  expect(file).toEqual({
    ...(report!.data as Report),
    short_url: null,
    time_zone: 'UTC',
    audience: 'people',
    filters: {},
    top_links: top,
    silent_links: silent,
    missed_codes: codes,
  });
  expect(top).toMatchObject([
    { short_url: 'poster', people: 2 },
    { short_url: '-minus', people: 1 },
  ]);
  expect(codes).toHaveLength(1 + formulas.length);
});

test('the lists in the export of the site follow the filters', async () => {
  const range = { ...daysFromNow(-1, 1), referrer: 'news.example' };
  const file: unknown = JSON.parse(await download({ ...range, format: 'json' }));
  const { top, silent } = (await site.call(getTopLinks, range, site.token)).data as Record<
    'top' | 'silent',
    unknown[]
  >;
  expect(top).toMatchObject([{ short_url: 'poster', people: 1, before: 0 }]);
  expect(file).toMatchObject({ clicks: 1, top_links: top, silent_links: silent });
  expect(await download(range)).toContain('\r\ntop link,poster,people,1\r\n');
});

test('the CSV of the site names its period and filters, and has the lists', async () => {
  const { from, to } = daysFromNow(-1, 1);
  const text = await download({ from, to });
  expect(text).toStartWith(
    [
      'about,value,class,clicks',
      'site,,,',
      `from,${new Date(from * 1000).toISOString()},,`,
      `to,${new Date(to * 1000).toISOString()},,`,
      'time zone,UTC,,',
      'audience,people,,',
      'total,,person,3',
      '',
    ].join('\r\n'),
  );
  const links = ['poster,people,2', 'poster,before,0', "'-minus,people,1", "'-minus,before,0"];
  const codes = ['lost,,2', ...formulas.map(([, cell]) => `${cell},,1`)];
  expect(text).toContain(links.map((rest) => `\r\ntop link,${rest}`).join(''));
  for (const rest of codes) expect(text).toContain(`\r\nmissed code,${rest}\r\n`);
  expect(text).not.toContain('silent link');
  // At every character that a spreadsheet takes for a separator.
  expect(text).not.toMatch(/(^|[;\t\r\n])"?[=+\-@]/);
});

test('spreadsheets read the CSV as UTF-8', async () => {
  const response = await site.send(exportReport, {}, site.token);
  expect([...new Uint8Array(await response.arrayBuffer()).subarray(0, 3)]).toEqual([
    0xef, 0xbb, 0xbf,
  ]);
});

test('the export has the silent links', async () => {
  const range = daysFromNow(2, 4);
  const text = await download(range);
  expect(text).toContain('\r\nsilent link,poster,people,0\r\nsilent link,poster,before,2\r\n');
  expect(text).not.toContain('top link');
  const file: unknown = JSON.parse(await download({ ...range, format: 'json' }));
  expect(file).toMatchObject({
    top_links: [],
    silent_links: [{ short_url: 'poster', before: 2 }, {}],
  });
});

test('the export of a link names the link and its filters, and has no lists', async () => {
  const fields = {
    short_url: 'poster',
    time_zone: 'Asia/Shanghai',
    audience: 'person',
    referrer: 'news.example',
    utm_source: 'none',
    city: '=1+1',
  };
  const lines = (await download(fields)).split('\r\n');
  expect(lines[1]).toBe('link,poster,,');
  expect(lines.slice(4, 9)).toEqual([
    'time zone,Asia/Shanghai,,',
    'audience,person,,',
    'filter referrer,news.example,,',
    "filter city,'=1+1,,",
    'filter utm_source,none,,',
  ]);
  expect(lines.filter((line) => /^(top|silent|missed)/.test(line))).toEqual([]);
  const file = JSON.parse(await download({ ...fields, format: 'json' })) as object;
  expect(file).toMatchObject({
    short_url: 'poster',
    time_zone: 'Asia/Shanghai',
    audience: 'person',
    filters: { referrer: 'news.example', utm_source: 'none', city: '=1+1' },
  });
  expect(Object.keys(file).filter((name) => /_(links|codes)$/.test(name))).toEqual([]);
});

/** The names and texts of the files in a zip, by its directory at the end. */
function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf('PK\x05\x06');
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  while (at < end) {
    const [sum, packed, size] = [16, 20, 24].map((place) => zip.readUInt32LE(at + place));
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const head = zip.readUInt32LE(at + 42);
    expect(zip.toString('latin1', head, head + 4)).toBe('PK\x03\x04');
    const start = head + 30 + zip.readUInt16LE(head + 26);
    const content = inflateRawSync(zip.subarray(start, start + packed!));
    expect([content.length, crc32(content)]).toEqual([size!, sum!]);
    files.set(name, content.toString());
    at += 46 + zip.readUInt16LE(at + 28);
  }
  expect(files.size).toBe(zip.readUInt16LE(end + 10));
  return files;
}

test('a zip has each list as the file that the list alone has', async () => {
  const range = { ...daysFromNow(-1, 1), time_zone: 'Asia/Shanghai' };
  const answer = await site.send(exportReport, { ...range, format: 'zip' }, site.token);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(
    /filename="brisk-statistics-\d{4}-\d\d-\d\d\.zip"/,
  );
  const files = unzip(Buffer.from(await answer.bytes()));
  expect([...files.keys()]).toEqual(['about', ...exportedLists].map((list) => `${list}.csv`));
  expect(files.get('about.csv')).toContain('\r\ntime zone,Asia/Shanghai\r\naudience,people\r\n');
  for (const list of chooseForRun<readonly ExportedList[]>(
    ['week', 'links', 'unknown_codes', 'source'],
    exportedLists,
  )) {
    const alone = Buffer.from(
      await (await site.send(exportReport, { ...range, list }, site.token)).bytes(),
    ).toString();
    expect([list, files.get(`${list}.csv`)]).toEqual([list, alone]);
  }
  expect(files.get('week.csv')).toStartWith('\u{FEFF}weekday,hour,clicks\r\n1,0,');
  expect(files.get('unknown_codes.csv')).toContain('\r\nlost,2,');
  const both = await site.call(exportReport, { format: 'zip', list: 'week' }, site.token);
  expect(both).toMatchObject({ code: 400, data: { issues: [{ field: 'list' }] } });
  const ofLink = await site.send(
    exportReport,
    { ...range, short_url: 'poster', format: 'zip' },
    site.token,
  );
  const linkFiles = unzip(Buffer.from(await ofLink.bytes()));
  expect(linkFiles.get('unknown_codes.csv')).toBe('\u{FEFF}code,times,last\r\n');
  expect(linkFiles.get('about.csv')).toContain('\r\nlink,poster\r\n');
});
