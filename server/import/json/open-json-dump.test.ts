import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  oldPhpMyAdmin,
  phpMyAdmin,
  sqlDump,
  yourlsRow,
} from '../../../tests/import-files/yourls-files.ts';
import { readSource, type SourceContent } from '../../../tests/support/source-links.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';
import { memoryFile } from '../source/memory-file.ts';
import { LinkProbes } from './find-links.ts';
import { openJson, openJsonLinks } from './open-json.ts';

type Tables = Readonly<Record<string, readonly object[]>>;

const bcrypt = `$2y$10$${'.'.repeat(53)}`;
const clicked = Date.UTC(2020, 4, 6, 7, 8, 9) / 1000;
const zone = 8 * 3600; // of Shanghai

function logRow(shorturl: string, fields: object = {}): object {
  return {
    click_id: '1',
    click_time: '2020-05-06 07:08:09',
    shorturl,
    referrer: 'direct',
    user_agent: 'Agent/1',
    ip_address: '192.0.2.1',
    country_code: 'DE',
    ...fields,
  };
}

const url = [yourlsRow('AbC', { title: 'It\'s "a" \\ title' }), yourlsRow('shut'), yourlsRow('7')];
const log = [
  logRow('AbC', { click_time: '2020-05-06 07:08:10', referrer: 'https://r.example/é?a=1' }),
  logRow('中文', { country_code: '', user_agent: '' }),
  logRow('AbC'),
  logRow('7', { country_code: null, ip_address: '192.0.2.2', referrer: null }),
  logRow('', { click_id: '9' }),
  logRow('AbC', { click_time: '0000-00-00 00:00:00' }),
];
const options = [
  { option_id: '1', option_name: 'version', option_value: '1.10' },
  { option_id: '2', option_name: 'matthew_pwprotection', option_value: `{"shut":"${bcrypt}"}` },
];
const expiry = [
  { keyword: '7', type: 'clock', click: null, timestamp: '1577934245', shelflife: '60' },
];

const linksFirst: Tables = { y_url: url, y_options: options, expiry, y_log: log };
const logFirst: Tables = { expiry, y_log: log, y_options: options, y_url: url };

function sortNames(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([one], [two]) => (one < two ? -1 : 1)));
}

const writers: Readonly<Record<string, (tables: Tables) => string>> = {
  phpMyAdmin,
  'phpMyAdmin 4': oldPhpMyAdmin,
  'phpMyAdmin, with sorted names': (tables) =>
    JSON.stringify((JSON.parse(phpMyAdmin(tables)) as object[]).map(sortNames)),
  Adminer: (tables) => JSON.stringify(tables, null, 1),
};

const readOptions = {
  timeZone: 'Asia/Shanghai',
  findCountry: (address: string) => (address === '192.0.2.2' ? 'AT' : ''),
};

function readJson(file: string): Promise<SourceContent> {
  return readSource(file, readOptions, 'dump.json');
}

describe.each(Object.entries(writers))('a JSON dump of YOURLS by %s', (_, write) => {
  test.each([
    ['links first', linksFirst],
    ['the log first', logFirst],
  ])('has the links and visits of the same dump in SQL, %s', async (__, tables) => {
    const read = await readJson(write(tables));
    expect(read).toEqual(await readSource(sqlDump(tables), readOptions));
    expect(read.source).toBe('yourls');
    expect(read.links).toMatchObject([
      { short_url: 'AbC', title: 'It\'s "a" \\ title', clicks: 12, routing: '' },
      { short_url: 'shut', routing: JSON.stringify({ password_hash: bcrypt }) },
      { short_url: '7', expires_at: 1_577_934_305 },
    ]);
    const [time, userAgent, country] = [clicked - zone, 'Agent/1', 'DE'];
    expect(read.visits).toEqual([
      { code: '中文', time, count: 1 },
      { code: 'AbC', time, count: 1, userAgent, country },
      { code: '7', time, count: 1, userAgent, country: 'AT' },
      {
        code: 'AbC',
        time: time + 1,
        count: 1,
        userAgent,
        country,
        referrer: 'https://r.example/é?a=1',
      },
    ]);
  });
});

test('two sites have the same code, and each link its own visits', async () => {
  const site = { url: [yourlsRow('a')], log: [logRow('a')] };
  const files = [
    phpMyAdmin({ one_url: site.url, two_url: site.url, one_log: site.log, two_log: site.log }),
    `[${['one', 'two'].map((database) => phpMyAdmin(site, database).trim().slice(1, -1)).join()}]`,
  ];
  for (const file of files) {
    const { links, visits } = await readJson(file);
    expect(links).toMatchObject([{ short_url: 'a' }, { short_url: 'a' }]);
    expect(visits.map(({ code, site: number }) => [code, number])).toEqual([
      ['a', undefined],
      ['a', 1],
    ]);
  }
});

const at = '2021-05-06 07:08:09';
const others: readonly (readonly [source: string, tables: Tables, visits: readonly object[]])[] = [
  [
    'polr',
    {
      clicks: [
        {
          id: 1,
          ip: '',
          country: 'DE',
          referer: null,
          user_agent: 'A',
          link_id: 3,
          created_at: at,
        },
        {
          id: 2,
          ip: '',
          country: 'DE',
          referer: null,
          user_agent: 'A',
          link_id: 9,
          created_at: at,
        },
      ],
      links: [
        {
          id: 3,
          short_url: 'a',
          long_url: 'https://example.com/',
          clicks: '7',
          secret_key: '',
          is_disabled: '1',
        },
      ],
    },
    [{ code: 'a', count: 1, userAgent: 'A', country: 'DE' }],
  ],
  [
    'kutt',
    {
      visits: [{ id: '1', countries: '{"de":3}', created_at: at, link_id: '5', total: '3' }],
      domains: [{ id: '2', address: 'two.example' }],
      links: [{ id: '5', address: 'a', target: 'https://example.com/', domain_id: '2' }],
    },
    [{ code: 'a', count: 3, domain: 'two.example', country: 'DE' }],
  ],
];

test.each(others)(
  'a JSON dump of %s has the visits of its SQL dump',
  async (name, tables, visits) => {
    const read = await readJson(phpMyAdmin(tables));
    expect(read).toEqual(await readSource(sqlDump(tables), readOptions));
    expect(read.source).toBe(name);
    expect(read.visits).toMatchObject(visits);
    expect(read.links).toHaveLength(1);
  },
);

describe('links come in without visits from', () => {
  const site = { y_url: url, y_log: log };
  const adminer = JSON.stringify(site).slice(1, -1);
  const files: [string, string, number][] = [
    ['a dump without a log', JSON.stringify({ y_url: url }), 3],
    ['a dump with an empty log', phpMyAdmin({ y_url: url, y_log: [] }), 3],
    ['a log of other columns', phpMyAdmin({ y_url: url, y_log: [{ shorturl: 'AbC' }] }), 3],
    ['databases that are not told apart', `{${adminer},${adminer}}`, 6],
    [
      'databases that have one table of these each',
      `{"y_url":${JSON.stringify(url)},"y_log":[],"y_url":[],"y_log":${JSON.stringify(log)}}`,
      3,
    ],
  ];
  test.each(files)('%s', async (_, file, count) => {
    const source = await openJson(memoryFile(file));
    expect(source).toMatchObject({ source: 'yourls', visits: null });
    expect((await Array.fromAsync(source!.rows())).flat()).toHaveLength(count);
  });

  test('a call that reads links alone', async () => {
    const source = await openJsonLinks(memoryFile(phpMyAdmin(site)));
    expect(source).toMatchObject({ source: 'yourls', visits: null });
  });
});

describe('a hostile dump', () => {
  const odd = (rows: readonly unknown[]): string => phpMyAdmin({ y_log: rows, y_url: url });

  test('has rows of the log that are none', async () => {
    const rows = [
      logRow('AbC', { extra: [[{}]] }),
      'AbC',
      null,
      7,
      [logRow('AbC')],
      { shorturl: 'AbC' },
      { shorturl: { a: 'AbC' }, click_time: [1] },
      logRow('AbC', { referrer: { toString: 'x' }, user_agent: true, country_code: ['DE'] }),
      logRow('AbC', { referrer: 'x'.repeat(100_000) }),
      JSON.parse('{"__proto__":{"shorturl":"AbC","click_time":"2020-05-06 07:08:09"}}') as object,
    ];
    const { links, visits } = await readJson(odd(rows));
    expect(links.map((link) => 'short_url' in link)).toEqual([true, true, true]);
    expect(visits).toHaveLength(3);
    expect(visits).toMatchObject([
      { country: 'DE' },
      { userAgent: 'true', referrer: '{"toString":"x"}' },
      { referrer: '(this value is too long)' },
    ]);
  });

  test('has rows of links that are none, which fail', async () => {
    const { links } = await readJson(phpMyAdmin({ y_url: [...url, 'a', null], y_log: log }));
    expect(links.map((link) => 'short_url' in link)).toEqual([true, true, true, false, false]);
  });

  const nested = `${'['.repeat(200)}${']'.repeat(200)}`;
  const huge = 'x'.repeat(2 * 2 ** 20);
  const broken = `${odd([logRow('AbC')])
    .trimEnd()
    .slice(0, -1)},{"type":"table","name":"z","data":[`;
  const refused: [string, string, string][] = [
    [
      'is nested too deeply',
      odd([logRow('a', { x: 0 })]).replace('"x":0', `"x":${nested}`),
      'deep',
    ],
    ['has a huge row', odd([logRow('a', { user_agent: huge })]), 'longer than'],
    ['ends early', broken, 'incomplete'],
    [
      'has a column of one link alone',
      phpMyAdmin({ y_url: [...url, { ...yourlsRow('b'), password: 'x' }], y_log: log }),
      'different columns',
    ],
    [
      'has a column twice',
      phpMyAdmin({ y_url: [{ ...yourlsRow('b'), password: '', Password: 'x' }], y_log: log }),
      'columns that no database has',
    ],
    [
      'has a name of a column that ends SQL',
      phpMyAdmin({ y_url: [{ ...yourlsRow('b'), 'x\0': '' }], y_log: log }),
      'columns that no database has',
    ],
  ];
  test.each(refused)('is refused that %s', (_, file, reason) => {
    expect(readJson(file)).rejects.toMatchObject({
      problem: 'import.unreadable',
      details: { reason: expect.stringContaining(reason) as string },
    });
  });
});

test('of long names of columns, few are kept', () => {
  const probes = new LinkProbes();
  const names = Array.from({ length: 400 }, (_, number) => String(number).padStart(2000, 'x'));
  probes.add({ list: 0, text: JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))) });
  const { keys } = probes.probe(0);
  expect(keys[0]).toBe(names[0]);
  expect(keys.join('').length).toBeLessThan(64 * 1024);
});

/** Prints the visits of a log, and how much memory the process took for them. */
const measure = `
  import { memoryFile } from ${JSON.stringify(resolve(import.meta.dir, '../source/memory-file.ts'))};
  import { openJson } from ${JSON.stringify(resolve(import.meta.dir, 'open-json.ts'))};
  const { folder, pieces, row, links } = JSON.parse(process.argv.at(-1));
  const piece = Buffer.from((',' + row).repeat(1000));
  const file = {
    ...memoryFile(''),
    async *bytes() {
      yield Buffer.from('{"y_log":[' + row);
      for (let given = 0; given < pieces; given += 1) yield piece;
      yield Buffer.from('],"y_url":' + links + '}');
    },
  };
  const before = process.memoryUsage.rss();
  const source = await openJson(file, { folder });
  console.log(source.visits.count, process.memoryUsage.rss() - before);
`;

test('a log of any length takes bounded memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brisk-dump-'));
  const pieces = chooseForRun(200, 1000);
  const given = { folder, pieces, row: JSON.stringify(logRow('AbC')), links: JSON.stringify(url) };
  try {
    // The memory of this process depends on the tests before.
    const child = Bun.spawn([process.execPath, '-e', measure, JSON.stringify(given)], {
      stderr: 'inherit',
    });
    const [count, bytes] = (await new Response(child.stdout).text()).split(' ').map(Number);
    expect(count).toBe(pieces * 1000 + 1);
    expect(bytes).toBeLessThan(128 * 2 ** 20);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 600_000);
