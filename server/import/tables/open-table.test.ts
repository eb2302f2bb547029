import { describe, expect, test } from 'bun:test';
import { readFileBy, refusalOf } from '../../../tests/support/imported-file.ts';
import { memoryFile } from '../source/memory-file.ts';
import type { SourceOptions } from '../source/row-source.ts';
import { openTable, type UnknownTable } from './open-table.ts';

type Expected = Readonly<Record<string, unknown>>;

const long = 'https://example.com/a';
const day = Date.UTC(2024, 0, 2, 3, 4, 5) / 1000;

interface Sample {
  readonly source: string;
  readonly rows: readonly (readonly string[])[];
  readonly links: readonly Expected[];
}

/** Each program's header with its rows, and the links that they become. */
const samples: Readonly<Record<string, Sample>> = {
  'Shlink, web client': {
    source: 'shlink',
    rows: [
      ['createdAt', 'domain', 'shortCode', 'shortUrl', 'longUrl', 'title', 'tags', 'visits'],
      ['2024-01-02T03:04:05Z', 's.example', 'aB1', 'https://s.example/aB1', long, 'T', 'a|b', '61'],
    ],
    links: [{ short_url: 'aB1', title: 'T', tags: ['a', 'b'], clicks: 61, created_at: day }],
  },
  'Shlink, importer': {
    source: 'shlink',
    rows: [
      ['Long URL', 'Short code', 'Domain', 'Title', 'Tags'],
      [long, 'aB1', 's.example', 'T', 'a|b'],
    ],
    links: [{ short_url: 'aB1', title: 'T', tags: ['a', 'b'] }],
  },
  Dub: {
    source: 'dub',
    rows: [
      ['Short link', 'Destination URL', 'Clicks', 'Created at', 'Tags', 'Archived'],
      ['https://go.example/spring', long, '1234', '2024-01-02 03:04:05', 'a, b', 'Yes'],
      ['https://go.example/fall', long, '0', '', '', 'No'],
    ],
    links: [
      { short_url: 'spring', clicks: 1234, created_at: day, tags: ['a', 'b'], is_active: 0 },
      { short_url: 'fall', is_active: 1, tags: [] },
    ],
  },
  Bitly: {
    source: 'bitly',
    rows: [
      ['Link', 'Custom Link', 'Destination URL', 'Title', 'Engagements'],
      ['https://bit.ly/3xYz', 'https://bit.ly/Sale', long, 'T', '7'],
      ['bit.ly/4abc', '', long, '', '1'],
    ],
    links: [
      { short_url: 'Sale', clicks: 7, title: 'T' },
      { short_url: '3xYz', clicks: 0, title: 'T' },
      { short_url: '4abc', clicks: 1 },
    ],
  },
  Rebrandly: {
    source: 'rebrandly',
    rows: [
      ['id', 'title', 'slashtag', 'destination', 'shortUrl', 'createdAt', 'clicks', 'status'],
      ['1', 'T', 'tag', long, 'rebrand.ly/tag', '2024-01-02T03:04:05.000Z', '5', 'active'],
    ],
    links: [{ short_url: 'tag', created_at: day, clicks: 5, is_active: 1 }],
  },
  'Short.io': {
    source: 'shortio',
    rows: [
      ['path', 'originalURL', 'title', 'createdAt', 'shortURL', 'archived', 'clicksLimit'],
      ['x1', long, 'T', '2024-01-02T03:04:05.000Z', 'https://go.example/x1', 'true', ''],
    ],
    links: [{ short_url: 'x1', is_active: 0, created_at: day }],
  },
  TinyURL: {
    source: 'tinyurl',
    rows: [
      ['TinyURL', 'Long URL', 'Created', 'Expires at'],
      ['https://tinyurl.com/abc', long, '2024-01-02', '2030-01-02'],
    ],
    links: [{ short_url: 'abc', expires_at: Date.UTC(2030, 0, 2) / 1000 }],
  },
  'tiny.cc': {
    source: 'tinycc',
    rows: [
      ['url', 'short_id', 'note'],
      [long, '37r', 'Funny'],
    ],
    links: [{ short_url: '37r', note: 'Funny' }],
  },
  'YOURLS, Import-Export': {
    source: 'yourls',
    rows: [
      ['source', 'target', 'hits'],
      ['/abc/', long, '12'],
    ],
    links: [{ short_url: 'abc', clicks: 12 }],
  },
  'YOURLS, Bulk-Import': {
    source: 'csv',
    rows: [
      [long, 'abc', 'T'],
      ['https://example.com/b', 'b', ''],
    ],
    links: [
      { short_url: 'abc', title: 'T' },
      { short_url: 'b', title: '' },
    ],
  },
  'YOURLS, its table': {
    source: 'yourls',
    rows: [
      ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks'],
      ['Ab', long, 'NULL', '2024-01-02 03:04:05', '192.0.2.1', '3'],
    ],
    links: [{ short_url: 'Ab', title: '', ip: '192.0.2.1', clicks: 3, created_at: day }],
  },
  Kutt: {
    source: 'kutt',
    rows: [
      ['address', 'target', 'description', 'banned', 'password', 'expire_in', 'visit_count'],
      ['k', long, 'D', 'false', 'false', '', '3'],
    ],
    links: [{ short_url: 'k', note: 'D', clicks: 3, is_active: 1 }],
  },
  'Pretty Links': {
    source: 'prettylinks',
    rows: [
      ['id', 'url', 'slug', 'name', 'description', 'redirect_type', 'param_forwarding'],
      ['1', long, 'p', 'N', 'D', '307', '1'],
    ],
    links: [{ short_url: 'p', title: 'N', note: 'D', routing: '{"forward_query":1}' }],
  },
  Redirection: {
    source: 'redirection',
    rows: [
      ['source', 'target', 'regex', 'code', 'type', 'hits', 'title', 'status'],
      ['/abc', long, '0', '301', 'url', '9', 'T', 'active'],
      ['/off/', long, '0', '301', 'url', '9', '', 'disabled'],
    ],
    links: [
      { short_url: 'abc', clicks: 9, title: 'T', is_active: 1 },
      { short_url: 'off', is_active: 0 },
    ],
  },
};

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** As programs and spreadsheets write tables. */
const dialects: Readonly<Record<string, (rows: Sample['rows']) => string | Uint8Array>> = {
  'commas and quotes': (rows) => `${rows.map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`,
  'a mark, semicolons and empty rows': (rows) =>
    `\u{FEFF}${[...rows, ['', ''], []].map((row) => row.join(';')).join('\n')}\n`,
  'UTF-16 with tabs': (rows) =>
    Buffer.from(`\u{FEFF}${rows.map((row) => row.join('\t')).join('\r\n')}`, 'utf16le'),
  'a line sep=': (rows) =>
    `sep=;\r\n${rows.map((row) => row.map(quote).join(';')).join('\r\n')}\r\n`,
};

describe.each(Object.entries(samples))('a table of %s', (_, { source, rows, links }) => {
  test.each(Object.entries(dialects))('comes in with %s', async (__, write) => {
    const file = await readFileBy(openTable, write(rows));
    expect(file.source.source).toBe(source);
    expect(file.links).toHaveLength(links.length);
    expect(file.links).toMatchObject(links);
  });
});

async function readLink(
  header: string,
  row: string,
  options: SourceOptions = {},
): Promise<Expected> {
  const { links } = await readFileBy(openTable, `${header}\n${row}\n`, options);
  expect(links).toHaveLength(1);
  return { ...links[0] };
}

test('windows-1252 is read when a file is no UTF-8', async () => {
  const text = Buffer.from(`code,url,title\na,${long},Caf\u{E9} \u{80}`, 'latin1');
  expect((await readFileBy(openTable, text)).links).toMatchObject([{ title: 'Café €' }]);
});

test.each(['1e5', '007', '1E5', '2024-01-02', '1.5', 'TRUE', 'null'])(
  'the code %s stays text',
  async (code) => {
    expect(await readLink('code,url', `${code},${long}`)).toMatchObject({ short_url: code });
  },
);

test.each(['1E+05', '1.00E+05', '1,00E+05', '1.0E+05', '#NAME?'])(
  'the code %s was changed by a spreadsheet, and the report says so',
  async (code) => {
    const link = await readLink('code;url', `${code};${long}`);
    expect(link).toMatchObject({ key: 'invalid.short.url' });
    expect(link['reason']).toContain('A spreadsheet has changed this code');
  },
);

test.each([
  ['1.234', 1234],
  ['1,234,567', 1_234_567],
  ['1 234', 1234],
  ['1’234', 1234],
  ['12.0', 12],
  ['1.5', 0],
  ['many', 0],
])('%s clicks are %d', async (text, clicks) => {
  expect(await readLink('code;url;clicks', `a;${long};${text}`)).toMatchObject({ clicks });
});

test.each([
  ['password', 'hunter2', 'link.protected'],
  ['Link password (optional)', 'hunter2', 'link.protected'],
  ['Passwort', 'geheim', 'link.protected'],
  ['Kennwort', 'geheim', 'link.protected'],
  ['Mot de passe', 'secret', 'link.protected'],
  ['Contraseña', 'secreto', 'link.protected'],
  ['访问密码', '123', 'link.protected'],
  ['密码', '123', 'link.protected'],
  ['Expires at (UTC)', 'some day', 'link.expiry.unclear'],
  ['到期时间', 'soon', 'link.expiry.unclear'],
  ['Max. visits', 'three', 'link.capped'],
  ['Max visits', '3', 'link.capped'],
  ['Status', 'under review', 'link.flag.unclear'],
  ['Is active', 'perhaps', 'link.flag.unclear'],
  ['iphone URL', 'https://apps.example/', 'link.has.rules'],
  ['routing', '{}', 'json.error'],
])('a column %s with %s fails the row', async (name, value, key) => {
  const link = await readLink(`code\turl\t${name}`, `a\t${long}\t${value}`);
  expect(link).toMatchObject({ key });
  if (key === 'link.protected') expect(JSON.stringify(link)).not.toContain(value);
});

test.each([
  ['Status', 'paused', 0],
  ['status', 'Active', 1],
  ['State', 'archived', 0],
  ['状态', '禁用', 0],
  ['Status', '301', 1],
  ['Passwort', 'nein', 'link.protected'],
  ['password', 'NULL', 1],
  ['Has a password', 'no', 1],
  ['Max visits', '', 1],
])('a column %s with %s gives %p', async (name, value, outcome) => {
  const link = await readLink(`code,url,${name}`, `a,${long},${value}`);
  expect(link).toMatchObject(
    typeof outcome === 'number' ? { is_active: outcome } : { key: outcome },
  );
});

test('a row that is cut before a limit, or has a cell too many, fails', async () => {
  const file = `code,url,title,password\na,${long}\nb,${long},x,y,z\nc;${long};;\nd,${long},T,\n`;
  const { links } = await readFileBy(openTable, file);
  expect(links).toMatchObject([
    { key: 'json.error', reason: 'The row ends too early: it has 2 of 4 cells' },
    { key: 'json.error', reason: 'The row has 5 cells, but the table has 4 columns' },
    { key: 'json.error', reason: 'The row ends too early: it has 1 of 4 cells' },
    { short_url: 'd', title: 'T' },
  ]);
  expect(await readLink('code,url,title,tags', `a,${long}`)).toMatchObject({ title: '', tags: [] });
});

test('two columns of one name count both', async () => {
  const { links, source } = await readFileBy(
    openTable,
    `code,url,Expires,Expires\na,${long},,never ever\n`,
  );
  expect(source.columns.map(({ name }) => name)).toEqual(['code', 'url', 'Expires', 'Expires (2)']);
  expect(links).toMatchObject([{ key: 'link.expiry.unclear' }]);
});

test.each([
  ['code', 'https://go.example/in/here/%E4%B8%AD', '中', 'go.example'],
  ['Short URL', 'go.example:8080/AbC/', 'AbC', 'go.example'],
  ['shortCode', 'docs.example/intro', 'docs.example/intro', ''],
  ['Short URL', 'AbC', 'AbC', ''],
])('in the column %s, %s is the code %s of %p', async (header, cell, code, domain) => {
  const { source, rows } = await readFileBy(openTable, `${header},longUrl\n${cell},${long}\n`);
  const row = source.reader.readRow(rows[0]!);
  expect([row.code, row.domain ?? '']).toEqual([code, domain]);
});

describe('columns', () => {
  const file = `Kurz,Ziel,Bis,pass\na,${long},2030-01-02,x\n`;
  const expiry = Date.UTC(2030, 0, 2) / 1000;

  test('have names, fields and samples', async () => {
    const { source } = await readFileBy(
      openTable,
      `Slug,URL,,Expires\na,${long},${'x'.repeat(99)},\n`,
    );
    expect(source.columns).toEqual([
      { name: 'Slug', field: 'short_url', samples: ['a'] },
      { name: 'URL', field: 'long_url', samples: [long] },
      { name: 'Column 3', field: '', samples: ['x'.repeat(60)] },
      { name: 'Expires', field: 'expires_at', samples: [] },
    ]);
  });

  test('can be mapped by hand', async () => {
    const columns = { Kurz: 'short_url', Bis: 'expires_at', pass: 'note' } as const;
    const { links } = await readFileBy(openTable, file, { columns });
    expect(links).toMatchObject([{ short_url: 'a', expires_at: expiry, note: 'x' }]);
  });

  test('a choice wins over a name, but opens no protected link', async () => {
    const table = `slug,long url,real,password,id\nold,https://wrong.example/,${long},,new\nb,https://wrong.example/,${long},p,c\n`;
    const columns = { real: 'long_url', id: 'short_url', password: 'note' } as const;
    const { links, source } = await readFileBy(openTable, table, { columns });
    expect(source.columns.map(({ field }) => field)).toEqual(['', '', 'long_url', '', 'short_url']);
    expect(links).toMatchObject([{ short_url: 'new', long_url: long }, { key: 'link.protected' }]);
  });

  test('without a known long URL are named in the refusal', async () => {
    const refused = readFileBy(openTable, `Kurz,Wohin\na,${long}x\nb,y\n`);
    expect(await refusalOf(refused)).toMatchObject({
      problem: 'import.unknown',
      details: { reason: expect.stringContaining(`Kurz (a), Wohin (${long}x)`) as unknown },
    });
  });

  test.each([
    [`Short URL,short_url,URL\na,b,${long}\n`, 'short_url', ['Short URL', 'short_url']],
    [`code,URL,url\na,${long},${long}\n`, 'long_url', ['URL', 'url']],
  ] as const)('two with the same name ask for a choice: %j', async (table, field, names) => {
    const refused = await refusalOf(readFileBy(openTable, table));
    expect(refused).toMatchObject({
      problem: 'import.unknown',
      details: { reason: expect.stringContaining(`${names[0]}" and "${names[1]}"`) as unknown },
    });
    const columns = (refused as UnknownTable).columns;
    expect(columns.filter((column) => column.field === field)).toEqual([]);
    for (const name of names) {
      const { source } = await readFileBy(openTable, table, { columns: { [name]: field } });
      expect(source.columns.filter((column) => column.field === field)).toMatchObject([{ name }]);
    }
  });

  test('two URLs in a row without a header ask for a choice', async () => {
    const table = `https://go.example/a,${long}\n`;
    const refused = await refusalOf(readFileBy(openTable, table));
    expect(refused).toMatchObject({ problem: 'import.unknown' });
    const columns = { 'Column 1': 'short_url', 'Column 2': 'long_url' } as const;
    expect((await readFileBy(openTable, table, { columns })).links).toMatchObject([
      { short_url: 'a' },
    ]);
  });
});

test.each(['{"a":1}', '[1]', '<html>', '', 'plain text\nof two lines', '\r\n'])(
  '%j is no table',
  async (text) => {
    expect(await openTable(memoryFile(text), {})).toBeNull();
  },
);
