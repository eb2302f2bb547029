import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportReport } from '../../contracts/import.ts';
import { acceptedFiles, badDates } from '../../tests/import-files/accepted.ts';
import { hardFiles, pagedFiles } from '../../tests/import-files/hard-files.ts';
import { otherShorteners } from '../../tests/import-files/other-shorteners.ts';
import { unreadableFiles } from '../../tests/import-files/refused.ts';
import { yourlsRow, type YourlsRow } from '../../tests/import-files/yourls-files.ts';
import { owner, seedOwner } from '../../tests/support/owner.ts';
import { removeLinks, seedLinks } from '../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { selectLinks } from '../links/links.store.ts';
import { importLinks, type ImportOptions } from './import.ts';
import { testInAll } from '../../tests/support/test-run.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-import-'));
const engine = await openTestEngine(dataDir);
await seedOwner(engine);
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

async function importInto(
  present: Parameters<typeof seedLinks>[1],
  file: string | Uint8Array,
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  await removeLinks(engine);
  if (present.length > 0) await seedLinks(engine, present);
  return importAgain(file, options);
}

function importAgain(
  file: string | Uint8Array,
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  return importLinks(engine, Buffer.from(file as string), {
    actor: owner,
    ownHostnames: [],
    ...options,
  });
}

function readLinks() {
  return selectLinks(engine.db, 'all').orderBy('id').execute();
}

describe('every row becomes one link, from', () => {
  const files = [...acceptedFiles, ...otherShorteners];
  test.each(files.map((file) => [file.title, file] as const))('%s', async (_, { file, links }) => {
    expect(await importInto([], file)).toEqual({
      imported: links.length,
      skipped: 0,
      failed: 0,
      rows: [],
    });
    const stored = await readLinks();
    expect(stored).toMatchObject(links);
    expect(await importAgain(file)).toEqual({
      imported: 0,
      skipped: links.length,
      failed: 0,
      rows: [],
    });
    expect(await readLinks()).toEqual(stored);
  });
});

test.each(badDates)(
  'a link with the creation date %s gets the time of its import',
  async (_, file) => {
    const before = nowSeconds();
    expect(await importInto([], file)).toMatchObject({ imported: 1 });
    const [link] = await readLinks();
    expect(link!.created_at).toBeWithin(before, nowSeconds() + 1);
    expect(link!.updated_at).toBe(link!.created_at);
  },
);

async function readDates(timestamps: string[]): Promise<number[]> {
  const rows = timestamps.map((timestamp, at) => yourlsRow(`n${at}`, { timestamp }));
  expect(await importInto([], JSON.stringify({ RECORDS: rows }))).toMatchObject({ failed: 0 });
  return (await readLinks()).map(({ created_at }) => created_at);
}

test('dates from Navicat have the day first, unless the file shows the other order', async () => {
  const first = '1/3/2019 10:00:00';
  expect(await readDates([first])).toEqual([Date.UTC(2019, 2, 1, 10) / 1000]);
  expect(await readDates([first, '25/3/2019'])).toContain(Date.UTC(2019, 2, 1, 10) / 1000);
  expect(await readDates([first, '3/25/2019'])).toContain(Date.UTC(2019, 0, 3, 10) / 1000);
});

test('an ambiguous expiry from Navicat fails its row', async () => {
  const row = { address: 'a', target: 'https://example.com/', created_at: '1/3/2019' };
  const file = JSON.stringify({ RECORDS: [{ ...row, expire_in: '1/3/2039 10:00:00' }] });
  const { rows } = await importInto([], file);
  expect(rows).toMatchObject([{ key: 'link.expiry.unclear' }]);
});

describe('the answer gives the reason and nothing changes for a file that is', () => {
  test.each(unreadableFiles)('%s', async (_, file) => {
    const failure = await importInto([{ short_url: 'a' }], file).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      problem: 'import.unreadable',
      details: { field: 'file', reason: expect.any(String) as string },
    });
    expect(await readLinks()).toHaveLength(1);
  });
});

test('the refusal of a file lists the readable formats', async () => {
  for (const file of ['{"some":"thing"}', 'keyword,url', '[[]]', '['.repeat(200)]) {
    const failure = await importInto([], file).catch((error: unknown) => error);
    const { reason } = (failure as { details: { reason: string } }).details;
    const names = ['YOURLS', 'Polr', 'Zurl', 'Shlink', 'Kutt', 'Sink', 'Brisk', 'phpMyAdmin'];
    for (const name of names) expect(reason).toContain(name);
  }
});

describe('a link never comes in more open than it was, from', () => {
  const expired = { expires_at: Date.UTC(2022, 0, 1) / 1000 };
  const outcomes: Record<keyof typeof hardFiles, { links: object[]; rows: object[] }> = {
    'Kutt, banned with a number': { links: [{ is_active: 0 }, { is_active: 0 }], rows: [] },
    'Kutt, expiries of every kind': {
      links: [expired, expired, expired],
      rows: [{ row: 4, key: 'link.expiry.unclear' }],
    },
    Polr: {
      links: [{ short_url: 'polr1', is_active: 0 }],
      rows: [{ row: 2, key: 'link.protected' }],
    },
    'Shlink, one page of nine': { links: [{ short_url: 'pg3', clicks: 1 }], rows: [] },
    Sink: { links: [], rows: [{ row: 1, key: 'link.unsafe' }] },
  };
  const files = Object.keys(hardFiles) as (keyof typeof hardFiles)[];
  test.each(files)('%s', async (name) => {
    const { links, rows } = outcomes[name];
    expect(await importInto([], hardFiles[name])).toMatchObject({ rows });
    expect(await readLinks()).toMatchObject(links);
  });
});

describe('the report says that the file is one page of several:', () => {
  test.each(pagedFiles)('%s', async (_, file, total) => {
    const partial = total === undefined ? {} : { partial: { in_file: 1, in_source: total } };
    expect(await importInto([], JSON.stringify(file))).toEqual({
      imported: 1,
      skipped: 0,
      failed: 0,
      ...partial,
      rows: [],
    });
  });
});

test('one date shows the order of day and month for the whole file', async () => {
  const row = { address: 'a', target: 'https://example.com/', expire_in: '3/4/2031' };
  for (const [created, end] of [
    ['25/12/2020 10:00:00', '2031-04-03'],
    ['12/25/2020 10:00 PM', '2031-03-04'],
  ] as const) {
    const other = { ...row, address: 'b', expire_in: null, created_at: created };
    await importInto([], JSON.stringify([row, other]));
    expect(await readLinks()).toMatchObject([{ expires_at: Date.parse(end) / 1000 }, {}]);
  }
  const other = { ...row, address: 'b', expire_in: null, created_at: '12/11/2020' };
  expect(await importInto([], JSON.stringify([row, other]))).toMatchObject({
    imported: 1,
    rows: [
      {
        row: 1,
        key: 'link.expiry.unclear',
        reason: `The link's expiration cannot be read (expire_in: "3/4/2031")`,
      },
    ],
  });
});

describe('only the row fails that has', () => {
  const reserved = ['admin', 'ADMIN', 'Api', 'robots.txt', '.well-known', 'healthz'];
  reserved.push('admin/x', 'API/x/y', 'rest/v3/a', 'REST/health', 'v4/a', 'yourls-api.php');
  const invalid = [null, true, {}, ['a'], '', ' ', 'a b', '/a', 'a?b', 'a#b', 'a\tb'];
  invalid.push('a/', 'a//b', 'a/../b', './a', 'a/b c', `a/${'x'.repeat(254)}`, '/');
  invalid.push('a\u0000', 'a\u3000b', '.', '..', '\ud800', 'x'.repeat(256));
  const failures: [string, Partial<YourlsRow>, string][] = [];
  for (const keyword of reserved) {
    failures.push([`the reserved code ${keyword}`, { keyword }, 'reserved.short.url']);
  }
  for (const keyword of invalid) {
    const shown = JSON.stringify(keyword).slice(0, 30);
    failures.push([`the code ${shown}`, { keyword }, 'invalid.short.url']);
  }
  const urls = [
    '',
    null,
    7,
    {},
    'example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'https://user:pass@example.com/',
    `https://example.com/${'x'.repeat(8192)}`,
    'https://go.example/loop',
    'HTTP://GO.example.:8080/loop',
  ];
  for (const url of urls) {
    failures.push([`the long URL ${JSON.stringify(url).slice(0, 40)}`, { url }, 'error.link']);
  }
  test.each(failures)('%s', async (_, fields, key) => {
    const rows = [yourlsRow('good'), yourlsRow('bad', fields), yourlsRow('fine')];
    const report = await importInto([], JSON.stringify(rows), { ownHostnames: ['go.example'] });
    expect(report).toMatchObject({ imported: 2, skipped: 0, failed: 1, rows: [{ row: 2, key }] });
    expect(report.rows[0]!.reason).not.toBe('');
    const codes = (await readLinks()).map((link) => link.short_url);
    expect(codes).toEqual(['good', 'fine']);
  });

  test('no object', async () => {
    const rows = [null, 1, 'x', [], yourlsRow('good')];
    expect(await importInto([], JSON.stringify(rows))).toMatchObject({
      imported: 1,
      failed: 4,
      rows: [1, 2, 3, 4].map((row) => ({ row, key: 'json.error' })),
    });
  });

  test('a password at the shortener that it comes from', async () => {
    const rows = [
      { address: 'open', target: 'https://example.com/', password: false },
      { address: 'closed', target: 'https://example.com/', password: '$2b$10$secret' },
    ];
    const report = await importInto([], JSON.stringify({ data: rows }));
    expect(report).toMatchObject({
      imported: 1,
      failed: 1,
      rows: [{ row: 2, short_url: 'closed', key: 'link.protected', detail: 'password' }],
    });
    expect(JSON.stringify(report)).not.toContain('secret');
  });
});

test('a code that is taken is skipped with the same long URL, and fails with another', async () => {
  const present = [
    { short_url: 'same', long_url: 'https://example.com/same', title: 'Mine', clicks: 5 },
    { short_url: 'other', long_url: 'https://example.com/mine', title: 'Mine' },
  ];
  const rows = ['same', 'other', 'new'].map((code) => yourlsRow(code));
  expect(await importInto(present, JSON.stringify(rows))).toEqual({
    imported: 1,
    skipped: 1,
    failed: 1,
    rows: [
      {
        row: 2,
        short_url: 'other',
        long_url: 'https://example.com/other',
        key: 'short.url.exists',
        reason: 'Another link has this code: https://example.com/mine',
      },
    ],
  });
  expect(await readLinks()).toMatchObject([...present, { short_url: 'new' }]);
});

test('the first of several rows with the same code becomes the link', async () => {
  const rows = [
    yourlsRow('a', { url: 'https://example.com/1', title: 'First' }),
    yourlsRow('a', { url: 'https://example.com/2' }),
    yourlsRow('a', { url: 'https://example.com/1', title: 'Third' }),
  ];
  expect(await importInto([], JSON.stringify(rows))).toMatchObject({
    imported: 1,
    skipped: 1,
    failed: 1,
    rows: [{ row: 2, key: 'short.url.exists' }],
  });
  expect(await readLinks()).toMatchObject([{ title: 'First' }]);
});

testInAll('many rows land in several transactions, each row once, with its own place', async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) => yourlsRow(`c${index}`));
  rows[9999] = yourlsRow('c1', { url: 'https://example.com/twice' });
  rows[11_000] = yourlsRow('c2');
  const report = await importInto([], JSON.stringify(rows));
  expect(report).toMatchObject({ imported: 11_998, skipped: 1, failed: 1 });
  expect(report.rows).toMatchObject([{ row: 10_000, short_url: 'c1', key: 'short.url.exists' }]);
  const links = await readLinks();
  expect(links).toHaveLength(11_998);
  expect(links.at(-1)).toMatchObject({ short_url: 'c11999', title: 'Page c11999' });
});

test('stored transactions stay when an import ends early, and the next import completes it', async () => {
  const file = JSON.stringify(Array.from({ length: 12_000 }, (_, i) => yourlsRow(`c${i}`)));
  let checks = 0;
  const ended = importInto([], file, {
    checkpoint: () => {
      checks += 1;
      if (checks === 3) throw new Error('the end');
    },
  });
  expect(await ended.catch((error: unknown) => String(error))).toBe('Error: the end');
  const stored = (await readLinks()).length;
  expect(stored).toBeWithin(1, 12_000);
  expect(await importAgain(file)).toMatchObject({ imported: 12_000 - stored, skipped: stored });
});

test('the report lists 10,000 failed rows and counts all', async () => {
  const file = JSON.stringify(Array.from({ length: 10_500 }, () => yourlsRow('a b')));
  const report = await importInto([], file);
  expect(report).toMatchObject({ imported: 0, failed: 10_500 });
  expect(report.rows).toHaveLength(10_000);
});

test('the report cuts long values and removes control characters', async () => {
  const fields = { keyword: `\u001b[31m${'x'.repeat(9000)}`, url: `x${'💩'.repeat(9000)}` };
  const { rows } = await importInto([], JSON.stringify([yourlsRow('a'), yourlsRow('b', fields)]));
  expect(rows[0]!.short_url).toStartWith(' [31mxxx');
  for (const text of [rows[0]!.short_url, rows[0]!.long_url]) {
    expect(text.length).toBeLessThan(510);
    expect(text.isWellFormed()).toBe(true);
  }
});

describe('times without an offset are in the given time zone', () => {
  test.each([
    ['+08:00', '2024-07-01 08:00:00', '2024-07-01T00:00:00Z'],
    ['Asia/Shanghai', '2024-07-01 08:00:00', '2024-07-01T00:00:00Z'],
    ['Europe/Berlin', '2024-07-01 08:00:00', '2024-07-01T06:00:00Z'],
    ['Europe/Berlin', '2024-01-01 08:00:00', '2024-01-01T07:00:00Z'],
    ['Europe/Berlin', '2024-01-01T08:00:00Z', '2024-01-01T08:00:00Z'],
    // The missing hour and the doubled hour of a change of the clock.
    ['Europe/Berlin', '2024-03-31 02:30:00', '2024-03-31T01:30:00Z'],
    ['Europe/Berlin', '2024-10-27 02:30:00', '2024-10-27T00:30:00Z'],
  ])('%s: %s is %s', async (timeZone, timestamp, instant) => {
    await importInto([], JSON.stringify([yourlsRow('a', { timestamp })]), { timeZone });
    expect(await readLinks()).toMatchObject([{ created_at: Date.parse(instant) / 1000 }]);
  });
});

test('a code with an encoded U+0000 is stored as it is', async () => {
  expect(await importInto([], JSON.stringify([yourlsRow('a%00b')]))).toMatchObject({ imported: 1 });
  expect(await readLinks()).toMatchObject([{ short_url: 'a%00b' }]);
});

test('the change feed announces a code that takes visits from another spelling', async () => {
  const announced: string[] = [];
  engine.changes.subscribe('link', (code) => void announced.push(code));
  const rows = ['ABC', 'Xyz', 'new'].map((code) => yourlsRow(code));
  await importInto([{ short_url: 'abc' }], JSON.stringify(rows));
  // On PostgreSQL the code may come twice, because a notification brings it, too.
  expect([...new Set(announced)]).toEqual(['ABC']);
});

test.each([
  ['that differs only in case', ['MyCode'], ['mYcODE', 'mycode', 'Other'], ['mYcODE', 'mycode']],
  ['without its final punctuation', ['a'], ['a.', 'a.b', 'b.'], ['a.']],
  ['that differs only in its Unicode form', ['cafe\u0301'], ['caf\u00e9'], ['caf\u00e9']],
])(
  'a code that takes visits from one %s is announced, too',
  async (_, present, codes, expected) => {
    const announced: string[] = [];
    engine.changes.subscribe('link', (code) => void announced.push(code));
    await importInto(
      present.map((short_url) => ({ short_url })),
      JSON.stringify(codes.map((code) => yourlsRow(code))),
    );
    // On PostgreSQL, notifications of earlier imports may still arrive.
    const ofThese = announced.filter((code) => codes.includes(code));
    expect([...new Set(ofThese)].sort()).toEqual([...expected].sort());
  },
);
