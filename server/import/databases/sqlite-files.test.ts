import { afterAll, expect, test } from 'bun:test';
import { Database } from 'bun:sqlite';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readSource } from '../../../tests/support/source-links.ts';

const folder = mkdtempSync(join(tmpdir(), 'brisk-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** The path of a database with these statements. */
function build(...statements: string[]): string {
  const path = join(folder, `${(files += 1)}.db`);
  const database = new Database(path);
  for (const statement of statements) database.run(statement);
  database.close();
  return path;
}

const time = Date.UTC(2021, 4, 6, 7, 8, 9) / 1000;
const zurl = `create table zurl_urls (id integer primary key, short_url varchar(32) unique, long_url text,
  created_at integer, updated_at integer, is_active integer, title text, description text, ip text,
  clicks integer, expires_at integer default 0)`;
const zurlRow = `insert into zurl_urls (id, short_url, long_url, created_at, updated_at, is_active,
  title, description, ip, clicks, expires_at) values (1, 'Zu', 'https://example.com/z', ${time}, ${time}, 0, 'T', x'44', '192.0.2.1', 4, ${time})`;
const zurlLink = {
  short_url: 'Zu',
  long_url: 'https://example.com/z',
  title: 'T',
  description: 'D',
  clicks: 4,
  is_active: 0,
  created_at: time,
  expires_at: time,
};

const shortcut = `create table shortcut (id integer primary key, creator_id integer, created_ts bigint,
  updated_ts bigint, row_status text, name text unique, link text, title text, description text,
  visibility text, tag text, og_metadata text)`;

const products: readonly (readonly [string, string[], object[]])[] = [
  [
    'zurl',
    [zurl, zurlRow, 'create table zurl_options (id integer, key text, value text)'],
    [zurlLink],
  ],
  [
    'chhoto',
    [
      `create table urls (id integer primary key, long_url text, short_url text, hits integer,
        expiry_time integer, notes text)`,
      'create virtual table urls_fts using fts5(short_url, content=urls)',
      `insert into urls values (1, 'https://example.com/c', 'c', 3, null, 'N'),
        (2, 'https://example.com/d', 'd', 0, ${time}, null), (3, 'https://example.com/e', 'e', 0, '', '')`,
    ],
    [
      { short_url: 'c', clicks: 3, note: 'N', expires_at: 0 },
      { short_url: 'd', expires_at: time },
      { short_url: 'e', expires_at: 0 },
    ],
  ],
  [
    'slash',
    [
      shortcut,
      `insert into shortcut values
        (1, 1, ${time}, ${time}, 'NORMAL', 'wiki', 'https://example.com/s', 'T', 'D', 'PUBLIC', 'a b', '{}'),
        (2, 1, ${time}, ${time}, 'ARCHIVED', 'old', 'https://example.com/o', '', '', 'PUBLIC', '', '{}'),
        (3, 1, ${time}, ${time}, 'NORMAL', 'mine', 'https://example.com/m', '', '', 'PRIVATE', '', '{}')`,
    ],
    [
      { short_url: 'wiki', title: 'T', description: 'D', tags: ['a', 'b'], created_at: time },
      { short_url: 'old', is_active: 0 },
      { key: 'link.protected' },
    ],
  ],
  [
    'kutt',
    [
      'create table domains (id integer primary key, address text)',
      `create table links (id integer primary key, address text, description text, banned boolean,
        domain_id integer, password text, expire_in datetime, target text, visit_count integer,
        created_at datetime)`,
      "insert into domains values (7, 'two.example')",
      `insert into links values
        (1, 'k', 'D', 0, null, null, ${time}123, 'https://example.com/k', 5, '2021-05-06 07:08:09'),
        (2, 'b', null, 1, 7, null, null, 'https://example.com/b', 0, '2021-05-06 07:08:09')`,
    ],
    [
      { short_url: 'k', clicks: 5, is_active: 1, expires_at: time, created_at: time },
      { short_url: 'two.example/b', is_active: 0 },
    ],
  ],
  [
    'shlink',
    [
      `create table short_urls (id integer, original_url text, short_code text, date_created datetime,
        valid_until datetime, max_visits integer, domain_id integer, title text, forward_query boolean)`,
      'create table visits (id integer, short_url_id integer, date datetime, user_agent text)',
      `insert into short_urls values
        (1, 'https://example.com/s', 's', '2021-05-06 07:08:09', null, 9, 5, 'T', 1)`,
      "insert into visits values (1, 1, '2021-05-06 07:08:09', 'A')",
    ],
    [
      {
        short_url: 's',
        clicks: 1,
        routing: '{"max_clicks":9,"forward_query":1}',
        created_at: time,
      },
    ],
  ],
];

test.each(products)('links come from a SQLite file of %s', async (source, statements, links) => {
  const path = build(...statements);
  const before = readFileSync(path);
  const read = await readSource({ path });
  expect(read.source).toBe(source);
  expect(read.links).toMatchObject(links);
  expect(read.links).toHaveLength(links.length);
  const packed = await readSource(gzipSync(before), {}, 'database.gz');
  expect(packed.rows).toEqual(read.rows);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a file in WAL mode is read without a file beside it', async () => {
  const path = build('pragma journal_mode = wal', zurl, zurlRow);
  const names = readdirSync(folder);
  expect((await readSource({ path })).links).toMatchObject([zurlLink]);
  expect(readdirSync(folder)).toEqual(names);
});

test('a log with changes beside the file refuses it, and the message says what to do', () => {
  const path = build(zurl, zurlRow);
  writeFileSync(`${path}-wal`, 'changes');
  expect(readSource({ path })).rejects.toMatchObject({
    problem: 'import.unknown',
    details: { reason: expect.stringContaining('wal_checkpoint') as string },
  });
});

/** A trigger, a view or a computed column that runs shows itself by this value. */
const evil = "(select 'https://evil.example/' || 'x')";

test('triggers and computed columns of the file do not run', async () => {
  const path = build(
    zurl.replace(/\)$/, ", password text generated always as ('x') virtual)"),
    zurlRow,
    `create trigger t after insert on zurl_urls begin update zurl_urls set title = ${evil}; end`,
    'create index i on zurl_urls (lower(long_url))',
  );
  const { links } = await readSource({ path });
  expect(links).toMatchObject([zurlLink]);
  expect(JSON.stringify(links)).not.toContain('evil');
});

test.each([
  [
    'a view',
    `create view zurl_urls as select 'a' as short_url, ${evil} as long_url, 1 as is_active`,
  ],
  ['a virtual table', 'create virtual table zurl_urls using fts5(short_url, long_url, is_active)'],
])('%s that is called like a table of links refuses the file', (_, statement) => {
  expect(readSource({ path: build(statement) })).rejects.toMatchObject({
    details: { reason: expect.stringContaining('zurl_urls is a view') as string },
  });
});

test('a damaged file is refused, wherever the damage is', async () => {
  const whole = readFileSync(
    build(
      zurl,
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 200)
        insert into zurl_urls (short_url, long_url, is_active)
        select 'z' || i, 'https://example.com/' || hex(zeroblob(100)), 1 from n`,
    ),
  );
  expect(whole.length).toBeGreaterThan(20_000);
  for (const [from, length] of [
    [100, 400],
    [4096, 4000],
    [whole.length - 9000, 8000],
  ] as const) {
    const damaged = Buffer.from(whole);
    damaged.fill(0xa5, from, from + length);
    const outcome = await readSource(damaged).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ problem: 'import.unknown' });
  }
  const cut = await readSource(whole.subarray(0, 6000)).catch((error: unknown) => error);
  expect(cut).toMatchObject({ problem: 'import.unknown' });
});

test('a value of megabytes fails its link and takes no memory', async () => {
  const path = build(
    zurl,
    zurlRow,
    `insert into zurl_urls (short_url, long_url, is_active, title, expires_at)
      values ('long', 'https://example.com/' || hex(zeroblob(3000000)), 1, 't', 0)`,
    `insert into zurl_urls (short_url, long_url, is_active, title, expires_at)
      values ('limit', 'https://example.com/', 1, 't', replace(hex(zeroblob(3000000)), '0', 'x'))`,
  );
  const { links } = await readSource({ path });
  expect(links).toMatchObject([zurlLink, { key: 'error.link' }, { key: 'link.expiry.unclear' }]);
});

test('a database of another program is refused, and its tables are named', () => {
  const path = build('create table posts (id integer, title text)');
  expect(readSource({ path })).rejects.toMatchObject({
    details: { reason: expect.stringContaining('the tables posts') as string },
  });
});
