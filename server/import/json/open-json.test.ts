import { describe, expect, test } from 'bun:test';
import { yourlsRow } from '../../../tests/import-files/yourls-files.ts';
import { readFileBy, refusalOf } from '../../../tests/support/imported-file.ts';
import { openJson } from './open-json.ts';

type Row = Readonly<Record<string, unknown>>;

interface Sample {
  readonly source: string;
  /** As the API of the program wraps its list. */
  readonly wrap: (rows: readonly Row[]) => unknown;
  readonly rows: readonly Row[];
  readonly links: readonly Row[];
}

const url = 'https://example.com/a';
const time = Date.UTC(2024, 0, 2, 3, 4, 5) / 1000;
const iso = '2024-01-02T03:04:05.000Z';
const apple = { when: { system: ['iOS', 'iPadOS'] }, target: 'https://apps.apple.com/1' };
const android = { when: { system: ['Android', 'HarmonyOS'] }, target: 'https://play.google.com/1' };

const samples: Readonly<Record<string, Sample>> = {
  Bitly: {
    source: 'bitly',
    wrap: (links) => ({ links, pagination: { next: '', prev: '', page: 1, size: 50 } }),
    rows: [
      {
        id: 'bit.ly/2Ab',
        link: 'https://bit.ly/2Ab',
        custom_bitlinks: ['https://go.example/Sale', 'bit.ly/2Ab'],
        long_url: url,
        title: 'T',
        archived: true,
        created_at: '2024-01-02T03:04:05+0000',
        tags: ['a', 'b'],
        references: { group: 'https://api-ssl.bitly.com/v4/groups/B' },
      },
    ],
    links: [
      { short_url: 'Sale', title: 'T', is_active: 0, created_at: time, tags: ['a', 'b'] },
      { short_url: '2Ab', title: 'T', is_active: 0 },
    ],
  },
  Dub: {
    source: 'dub',
    wrap: (result) => ({ result }),
    rows: [
      {
        domain: 'go.example',
        key: 'spring',
        url,
        archived: false,
        expiresAt: '2030-01-01T00:00:00.000Z',
        expiredUrl: 'https://example.com/late',
        password: null,
        proxy: true,
        title: 'T',
        description: 'D',
        image: 'https://example.com/i.png',
        rewrite: false,
        ios: apple.target,
        android: android.target,
        geo: { DE: 'https://example.de/' },
        tags: [{ id: 't', name: 'x', color: 'red' }],
        comments: 'note',
        shortLink: 'https://go.example/spring',
        clicks: 5,
        createdAt: iso,
      },
      { domain: 'go.example', key: 'p', url, password: 'hunter2', tags: [] },
      { domain: 'go.example', key: 'r', url, rewrite: true, tags: [] },
    ],
    links: [
      {
        short_url: 'spring',
        note: 'note',
        tags: ['x'],
        clicks: 5,
        created_at: time,
        expires_at: Date.UTC(2030, 0, 1) / 1000,
        routing: JSON.stringify({
          fallback_url: 'https://example.com/late',
          rules: [apple, android, { when: { country: ['DE'] }, target: 'https://example.de/' }],
          social: { title: 'T', description: 'D', image: 'https://example.com/i.png' },
        }),
      },
      { key: 'link.protected' },
      { key: 'link.cloaked' },
    ],
  },
  Rebrandly: {
    source: 'rebrandly',
    wrap: (data) => ({ data }),
    rows: [
      {
        id: '1',
        title: 'T',
        slashtag: 'tag',
        destination: url,
        createdAt: iso,
        status: 'active',
        tags: [{ name: 'x' }],
        forwardParameters: true,
        clicks: 7,
        domain: { id: '2', fullName: 'rebrand.ly' },
        shortUrl: 'rebrand.ly/tag',
      },
    ],
    links: [{ short_url: 'tag', clicks: 7, tags: ['x'], routing: '{"forward_query":1}' }],
  },
  'Short.io': {
    source: 'shortio',
    wrap: (links) => ({ links, count: 2, nextPageToken: null }),
    rows: [
      {
        path: 'x1',
        originalURL: url,
        title: null,
        archived: true,
        cloaking: false,
        createdAt: iso,
        iphoneURL: apple.target,
        androidURL: android.target,
        expiresAt: null,
        expiredURL: null,
        clicksLimit: null,
        passwordContact: null,
        splitURL: null,
        hasPassword: false,
        shortURL: 'https://go.example/x1',
        tags: ['t'],
      },
      { path: 'x2', originalURL: url, hasPassword: true, shortURL: 'https://go.example/x2' },
    ],
    links: [
      {
        short_url: 'x1',
        is_active: 0,
        tags: ['t'],
        routing: JSON.stringify({ rules: [apple, android] }),
      },
      { key: 'link.protected' },
    ],
  },
  TinyURL: {
    source: 'tinyurl',
    wrap: (data) => ({ data, code: 0, errors: [] }),
    rows: [
      {
        domain: 'tinyurl.com',
        alias: 'abc',
        deleted: false,
        archived: false,
        analytics: { enabled: true, public: false },
        tags: ['t'],
        created_at: iso,
        expires_at: null,
        tiny_url: 'https://tinyurl.com/abc',
        url,
      },
    ],
    links: [{ short_url: 'abc', tags: ['t'], created_at: time, is_active: 1 }],
  },
  Chhoto: {
    source: 'chhoto',
    wrap: (rows) => rows,
    rows: [
      { shortlink: 'c', longlink: url, hits: 3, expiry_time: 0, notes: 'N' },
      { shortlink: 'd', longlink: url, hits: 0, expiry_time: time, notes: '' },
    ],
    links: [
      { short_url: 'c', clicks: 3, expires_at: 0, note: 'N' },
      { short_url: 'd', expires_at: time },
    ],
  },
  golink: {
    source: 'golink',
    wrap: (rows) => rows,
    rows: [
      {
        Short: 'who',
        Long: 'https://who.example/',
        Created: iso,
        LastEdit: iso,
        Owner: 'a@b.example',
      },
      {
        Short: 'me',
        Long: 'https://who.example/{{.User}}',
        Created: iso,
        LastEdit: iso,
        Owner: '',
      },
    ],
    links: [
      { short_url: 'who', created_at: time, updated_at: time, routing: '{"forward_path":1}' },
      { key: 'link.has.rules' },
    ],
  },
  'any program, in the neutral shape': {
    source: 'json',
    wrap: (links) => ({ links }),
    rows: [
      { code: 'AbC', url, title: 'T', tags: ['a'], clicks: 2, created_at: time, note: 'N' },
      { code: 'off', url, is_active: false, expires_at: iso },
      { code: 'shut', url, password: 'hunter2' },
    ],
    links: [
      { short_url: 'AbC', title: 'T', tags: ['a'], clicks: 2, created_at: time, note: 'N' },
      { short_url: 'off', is_active: 0, expires_at: time },
      { key: 'link.protected' },
    ],
  },
};

/** As APIs and programs write their rows. */
const dialects: Readonly<Record<string, (sample: Sample) => string>> = {
  'the answer of an API': ({ wrap, rows }) => JSON.stringify(wrap(rows)),
  'a bare list with indentation': ({ rows }) => JSON.stringify(rows, null, 2),
  'one object a line': ({ rows }) => rows.map((row) => `${JSON.stringify(row)}\r\n`).join(''),
  'a mark and names in another order': ({ rows }) =>
    `\u{FEFF}${JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).toReversed())))}`,
};

describe.each(Object.entries(samples))('links of %s', (_, sample) => {
  test.each(Object.entries(dialects))('come in from %s', async (__, write) => {
    const { source, links } = await readFileBy(openJson, write(sample));
    expect(source).toMatchObject({ source: sample.source, partial: null, columns: [] });
    expect(links).toHaveLength(sample.links.length);
    expect(links).toMatchObject(sample.links);
  });
});

test('an object of codes and long URLs is read, whatever a code is called', async () => {
  const file = `{"a":"${url}","__proto__":"${url}","links":"${url}","data":"${url}","x":"ftp://no.example/"}`;
  const { links, source } = await readFileBy(openJson, file);
  expect(source.source).toBe('json');
  expect(links).toMatchObject([
    { short_url: 'a', long_url: url },
    { short_url: '__proto__' },
    { short_url: 'links' },
    { short_url: 'data' },
    { key: 'error.link' },
  ]);
});

test('an error of an API is no object of codes', async () => {
  const file = '{"message":"Not found","documentation_url":"https://docs.example/"}';
  expect(await refusalOf(readFileBy(openJson, file))).toMatchObject({ problem: 'import.unknown' });
});

test('dates of Navicat have the day first', async () => {
  const row = { keyword: 'a', url, timestamp: '1/3/2019 10:00:00' };
  const { source } = await readFileBy(openJson, JSON.stringify({ RECORDS: [row] }));
  expect(source.reader.usualDayOrder).toBe('day-first');
});

test('a table of phpMyAdmin is found with names in any order, beside larger tables', async () => {
  const log = Array.from({ length: 30_000 }, (_, id) => ({ click_id: String(id), shorturl: 'a' }));
  const tables = [
    { data: log, name: 'yourls_log', type: 'table' },
    { data: [{ keyword: 'a', url }], name: 'yourls_url', type: 'table' },
    { type: 'table', name: 'go_url', database: 'x', data: [{ keyword: 'b', url }] },
  ];
  const { rows } = await readFileBy(openJson, JSON.stringify([{ type: 'header' }, ...tables]));
  expect(rows).toEqual([
    { keyword: 'a', url },
    { keyword: 'b', url },
  ]);
});

test('a row whose first name is data is a row', async () => {
  const rows = [
    { data: [1, 2], keyword: 'a', url },
    { keyword: 'b', url },
  ];
  expect((await readFileBy(openJson, JSON.stringify(rows))).rows).toEqual(rows);
});

test('an unknown file is refused with what was seen and the neutral shape', async () => {
  const unknown: [string, string][] = [
    ['[{"id":1,"href":"x"}]', 'a list of 1 row with the keys "id", "href"'],
    [
      '{"items":[{"id":1}],"page":2}',
      'the list "items" of 1 row with the keys "id"; an object with the keys "page"',
    ],
    ['{"id":1}\n{"id":2}', 'a list of 2 rows with the keys "id"'],
    ['[]', 'a list of 0 rows'],
  ];
  for (const [file, seen] of unknown) {
    const refusal = await refusalOf(readFileBy(openJson, file));
    expect(refusal).toMatchObject({ problem: 'import.unknown' });
    const { reason } = (refusal as { details: { reason: string } }).details;
    expect(reason).toContain(`it has ${seen}.`);
    expect(reason).toContain('{"code": "https://…"}');
  }
});

function table(name: string, data: readonly object[]): Row {
  return { type: 'table', name, data };
}

test('a link of YOURLS keeps what its plugins ask of it', async () => {
  const option_value = '{"secret":"hello"}';
  const expiry = { type: 'clock', click: null, timestamp: '1577934245', shelflife: '60' };
  const file = JSON.stringify([
    table('y_expiry', [{ keyword: 'ends', ...expiry, postexpire: 'none' }]),
    table('y_options', [{ option_id: '3', option_name: 'matthew_pwprotection', option_value }]),
    table('y_url', [yourlsRow('secret'), yourlsRow('ends'), yourlsRow('open')]),
  ]);
  const kept = [{ expires_at: 1_577_934_305 }, { expires_at: 0, routing: '' }];
  expect((await readFileBy(openJson, file)).links).toMatchObject([
    { key: 'link.protected' },
    ...kept,
  ]);
  const hash = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
  const options = { hashPassword: () => Promise.resolve(hash) };
  expect((await readFileBy(openJson, file, options)).links).toMatchObject([
    { routing: JSON.stringify({ password_hash: hash }) },
    ...kept,
  ]);
});
