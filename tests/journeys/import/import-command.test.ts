import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMPORT_FILE_MAX } from '../../../contracts/import.constants.ts';
import { hashLongUrl } from '../../../server/links/long-url-hash.ts';
import { selectLinks } from '../../../server/links/links.store.ts';
import { phpMyAdmin, yourlsRow } from '../../import-files/yourls-files.ts';
import { sharedPostgres } from '../../postgres/postgres-server.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { isPostgres, openTestEngine } from '../../support/test-engine.ts';
import { runCommand, TestProcess } from '../test-process.ts';
import { testInAll } from '../../support/test-run.ts';

const directory = mkdtempSync(join(tmpdir(), 'brisk-import-command-'));
const dataDir = join(directory, 'data');
afterAll(() => rmSync(directory, { recursive: true }));
beforeAll(async () => {
  await (await openTestEngine(dataDir)).close();
});

function save(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

async function readLinks(dir = dataDir) {
  const engine = await openTestEngine(dir);
  const rows = await selectLinks(engine.db, 'all').orderBy('id').execute();
  await engine.close();
  return rows;
}

function linksIn(text: string): unknown {
  return (JSON.parse(text) as { links: unknown }).links;
}

test('import reports every row, and exits with an error when a row fails', async () => {
  const rows = [yourlsRow('one'), yourlsRow('two')];
  const good = save('good.json', phpMyAdmin({ yourls_url: rows }));
  expect(await runCommand(['import', good], dataDir)).toEqual({
    exitCode: 0,
    stdout: expect.stringContaining('"site.imported"'),
    stderr: '"brisk import --undo 1" undoes this import\n2 imported, 0 skipped, 0 failed\n',
  });
  const bad = save(
    'bad.json',
    JSON.stringify([...rows, yourlsRow('admin'), yourlsRow('x', { url: 'https://go.example/' })]),
  );
  const env = { BASE_URL: 'https://go.example' };
  expect(await runCommand(['import', bad], dataDir, { env })).toEqual({
    exitCode: 1,
    stdout: expect.stringContaining('"site.imported"'),
    stderr: [
      'row 3: admin https://example.com/admin: This path is used by the site itself',
      'row 4: x https://go.example/: This URL leads back to this site',
      '0 imported, 2 skipped, 2 failed',
      '',
    ].join('\n'),
  });
});

test('import reads a dump with visits before any server has run on the site', async () => {
  const fresh = join(directory, 'fresh');
  await (await openTestEngine(fresh)).close();
  const log = [{ click_time: '2020-05-06 07:08:09', shorturl: 'one' }];
  const file = save('dump.json', phpMyAdmin({ y_url: [yourlsRow('one')], y_log: log }));
  const { exitCode, stderr } = await runCommand(['import', file], fresh);
  expect(stderr).toEndWith('1 imported, 0 skipped, 0 failed\n');
  expect(exitCode).toBe(0);
});

test('import --check only reads, and --undo takes an import back', async () => {
  const before = await readLinks();
  const file = save('links.csv', 'Short code,Long URL\r\nundo1,https://example.com/1\r\n');
  expect(await runCommand(['import', '--check', file], dataDir)).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringMatching(
      /1 rows: 1 new \(0 cut\), 0 here already[^]+clicks: 0 with details, \d+ without/,
    ) as string,
  });
  expect(await readLinks()).toEqual(before);
  const { stderr } = await runCommand(['import', '--yes', file], dataDir);
  const [, id] = /--undo (\d+)"/.exec(stderr)!;
  expect((await readLinks()).at(-1)).toMatchObject({ short_url: 'undo1' });
  expect(await runCommand(['import', '--undo', id!], dataDir)).toEqual({
    exitCode: 0,
    stdout: expect.stringContaining('"site.import_undone"') as string,
    stderr: 'undone; 0 links stay, because they were edited or deleted\n',
  });
  expect(await readLinks()).toEqual(before);
  expect(await runCommand(['import', '--undo', id!], dataDir)).toMatchObject({
    exitCode: 1,
    stderr: `brisk: Import ${id} is undone\n`,
  });
});

test('import --check lists the rows that fail, and says that a file has only some links', async () => {
  const rows = ['fine', 'admin'].map((shortCode) => ({
    shortCode,
    shortUrl: `https://s.example/${shortCode}`,
    longUrl: `https://example.com/${shortCode}`,
  }));
  const pagination = { currentPage: 1, pagesCount: 5, totalItems: 9 };
  const file = save('page.json', JSON.stringify({ shortUrls: { data: rows, pagination } }));
  const { exitCode, stderr } = await runCommand(['import', '--check', file], dataDir);
  expect(exitCode).toBe(0);
  expect(stderr).toStartWith(
    'row 2: admin https://example.com/admin: This path is used by the site itself\nshlink: 2 rows: ',
  );
  expect(stderr).toEndWith('2 of 9 links are in this file\n');
});

testInAll('import lists only the first of many failed rows', async () => {
  const file = save(
    'many.json',
    JSON.stringify(Array.from({ length: 25 }, () => yourlsRow('a b'))),
  );
  const { exitCode, stderr } = await runCommand(['import', file], dataDir);
  expect(exitCode).toBe(1);
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(22);
  expect(lines.slice(-2)).toEqual(['and 5 more', '0 imported, 0 skipped, 25 failed']);
});

testInAll('import warns when the file is one page of several', async () => {
  for (const [pagination, sentence] of [
    [{ totalItems: 9 }, '1 of 9 links are in this file'],
    [{ pagesCount: 2 }, 'This file has only some of the links'],
  ] as const) {
    const data = [{ shortCode: 'page', longUrl: 'https://example.com/' }];
    const file = save('page.json', JSON.stringify({ shortUrls: { data, pagination } }));
    const { exitCode, stderr } = await runCommand(['import', file], dataDir);
    expect({ exitCode, end: stderr.trimEnd().split('\n').at(-1) }).toEqual({
      exitCode: 0,
      end: sentence,
    });
  }
});

testInAll('import --report prints JSON on standard output', async () => {
  const stdin = JSON.stringify([yourlsRow('one'), yourlsRow('login')]);
  const { exitCode, stdout, stderr } = await runCommand(['import', '--report', '-'], dataDir, {
    stdin,
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    report: { imported: 0, skipped: 1, failed: 1, rows: [{ row: 2, key: 'reserved.short.url' }] },
  });
});

test('import takes larger files than the page, from standard input, in any time zone', async () => {
  const stdin = JSON.stringify([yourlsRow('zone')]).padEnd(IMPORT_FILE_MAX + 1);
  const args = ['import', '--timezone', 'Asia/Shanghai', '-'];
  expect(await runCommand(args, dataDir, { stdin })).toMatchObject({ exitCode: 0 });
  expect((await readLinks()).at(-1)).toMatchObject({
    short_url: 'zone',
    created_at: Date.UTC(2019, 2, 3, 21, 6, 7) / 1000,
  });
});

testInAll('links imported beside a running server redirect at once', async () => {
  await using server = await TestProcess.start(dataDir);
  const missing = await fetch(`${server.url}beside`, { redirect: 'manual' });
  expect(missing.status).toBe(404);
  const file = save('beside.json', JSON.stringify([yourlsRow('beside')]));
  expect(await runCommand(['import', file], dataDir)).toMatchObject({ exitCode: 0 });
  const visit = await fetch(`${server.url}beside`, { redirect: 'manual' });
  expect(visit.headers.get('location')).toBe('https://example.com/beside');
});

test('export writes a file for its owner alone, which import accepts', async () => {
  const from = join(directory, 'from');
  const engine = await openTestEngine(from);
  const url = 'https://example.com/';
  const link = { long_url: url, long_url_hash: hashLongUrl(url) };
  await seedLinks(engine, [
    { ...link, short_url: 'AbC', clicks: 3, expires_at: 4_000_000_000 },
    { ...link, short_url: 'b', title: '=1+1', is_active: 0 },
  ]);
  await engine.close();

  const out = join(directory, 'out');
  mkdirSync(out);
  const json = join(out, 'links.JSON');
  expect(await runCommand(['export', json], from)).toMatchObject({ exitCode: 0, stderr: '' });
  expect((statSync(json).mode & 0o777).toString(8)).toBe('600');
  const csv = join(out, 'links.csv');
  expect(await runCommand(['export', csv], from)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(csv, 'utf8')).toContain("\r\nb,https://example.com/,'=1+1,,");
  expect(readdirSync(out).sort()).toEqual(['links.JSON', 'links.csv']);

  const to = join(directory, 'to');
  await (await openTestEngine(to)).close();
  expect(await runCommand(['import', json], to)).toMatchObject({ exitCode: 0 });
  // An import has only the number of clicks.
  const kept = await readLinks(from);
  for (const link of kept) link.imported_clicks = link.clicks;
  expect(await readLinks(to)).toEqual(kept);

  const piped = await runCommand(['export', '-'], from);
  expect(linksIn(piped.stdout)).toEqual(linksIn(readFileSync(json, 'utf8')));
  const asCsv = await runCommand(['export', '-', '--format', 'csv'], from);
  // Decoding the output as text dropped its byte order mark.
  expect(`\u{FEFF}${asCsv.stdout}`).toBe(readFileSync(csv, 'utf8'));
});

test('a failed export keeps the existing file, and leaves no other', async () => {
  const out = join(directory, 'full');
  mkdirSync(join(out, 'links.json'), { recursive: true });
  const { exitCode, stderr } = await runCommand(['export', join(out, 'links.json')], dataDir);
  expect(exitCode).toBe(1);
  expect(stderr).toStartWith('brisk: ');
  expect(readdirSync(out)).toEqual(['links.json']);
});

test('an unreadable file exits with 1 and says why', async () => {
  const nowhere = join(directory, 'nowhere');
  const env = isPostgres ? { DATABASE_URL: (await sharedPostgres()).url('nowhere') } : {};
  const noSite = isPostgres ? 'database "nowhere" does not exist' : 'there is no site in';
  const failures: [string[], string, string][] = [
    [['import', join(directory, 'none.json')], dataDir, 'there is no file'],
    [['import', directory], dataDir, 'is a directory: name one file'],
    [['import', '/dev/null'], dataDir, 'is no file'],
    [['import', save('text.json', '{"keyword"')], dataDir, 'not JSON'],
    [['import', save('empty.json', '')], dataDir, 'it is empty'],
    [['import', save('other.json', '{"a":1}')], dataDir, 'does not know the structure'],
    [['import', '--undo', '999'], dataDir, 'no import 999'],
    [['import', save('nowhere.json', '[]')], nowhere, noSite],
    [['export', join(directory, 'x.json')], nowhere, noSite],
  ];
  for (const [args, dir, reason] of failures) {
    const { exitCode, stderr } = await runCommand(args, dir, dir === nowhere ? { env } : {});
    expect({ args, exitCode, stderr }).toEqual({
      args,
      exitCode: 1,
      stderr: expect.stringMatching(new RegExp(`^brisk: .*${reason}`)) as string,
    });
  }
});

testInAll('wrong usage of import and export exits with 2', async () => {
  const wrong = [
    ['import'],
    ['import', 'a.json', 'b.json'],
    ['import', '--timezone', 'Mars/Olympus', 'a.json'],
    ['import', '--format', 'json', 'a.json'],
    ['import', '--own-host'],
    ['import', '--undo', 'x'],
    ['import', '--resume', 'x'],
    ['export'],
    ['export', 'links.xml'],
    ['export', '--format', 'xml', '-'],
    ['export', '--timezone', '+01:00', 'links.json'],
    ['flush', 'a.json'],
    ['serve', '--report'],
  ];
  for (const args of wrong) {
    const { exitCode, stderr } = await runCommand(args, dataDir);
    expect({ args, exitCode }).toEqual({ args, exitCode: 2 });
    expect(stderr).toContain('Usage: brisk');
  }
});
