import { describe, expect, test } from 'bun:test';
import { readSource } from '../../../tests/support/source-links.ts';

const bcrypt = `$2y$10$${'.'.repeat(53)}`;

/** A database with the link `a`, the open link `b` and more tables. */
function dump(tables: string): string {
  return `-- MySQL dump 10.13
CREATE TABLE \`y_url\` (keyword varchar(9), url text, title text, timestamp datetime, ip text, clicks int);
${tables}
INSERT INTO \`y_url\` VALUES ('a','https://example.com/a','','2020-01-02 03:04:05','',7),
('b','https://example.com/b','','2020-01-02 03:04:05','',1);
`;
}

function option(name: string, value: string, table = 'y_options'): string {
  const text = value.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `CREATE TABLE ${table} (option_id int, option_name varchar(64), option_value longtext);
INSERT INTO ${table} VALUES (1,'version','1.10'),(2,'${name}','${text}');`;
}

function expiry(values: string, table = 'y_expiry'): string {
  return `CREATE TABLE ${table} (keyword varchar(200), type varchar(5), click varchar(5),
    timestamp varchar(20), shelflife varchar(20), postexpire varchar(200));
INSERT INTO ${table} VALUES ${values};`;
}

const hashPassword = (password: string): Promise<string> =>
  Promise.resolve(bcrypt.replace('10', '0' + String(password.length)));

async function readFirst(tables: string) {
  const { links } = await readSource(dump(tables), { hashPassword });
  expect(links[1]).toMatchObject({ short_url: 'b', is_active: 1, expires_at: 0, routing: '' });
  return links[0]!;
}

describe('a link of YOURLS keeps what a plugin asks of it', () => {
  const hashed = expect.stringContaining(JSON.stringify(bcrypt).slice(1, 20)) as string;
  const plain = expect.stringContaining('$2y$05$') as string;
  const kept: [string, string, object][] = [
    ['a hash', option('matthew_pwprotection', `{"a":"${bcrypt}"}`), { routing: hashed }],
    ['a plain password', option('matthew_pwprotection', '{"a":"hello"}'), { routing: plain }],
    ['a PHP array', option('link_passwords', 'a:1:{s:1:"a";s:5:"hello";}'), { routing: plain }],
    [
      'objects by keyword',
      option('guard', '{"a":{"url":"x","password":"hello"}}'),
      { routing: plain },
    ],
    [
      'a list of objects',
      option('ending', '[{"keyword":"a","expires_at":"2030-01-01"}]'),
      { expires_at: 1_893_456_000 },
    ],
    [
      'a time and its shelf life',
      expiry("('a','clock',NULL,'1577934245','60','none')"),
      { expires_at: 1_577_934_305 },
    ],
    [
      'a number of clicks, in a table without the prefix',
      expiry("('a','click','50','dummy','dummy','none')", 'expiry'),
      { routing: '{"max_clicks":50}' },
    ],
    [
      'a password in a table of its own',
      `CREATE TABLE y_guard (id int, keyword text, password text);
       INSERT INTO y_guard VALUES (1,'a','hello');`,
      { routing: plain },
    ],
    [
      'options in a table of another prefix, where its own has none',
      option('matthew_pwprotection', `{"a":"${bcrypt}"}`, 'settings_options'),
      { routing: hashed },
    ],
    [
      'none of the options of another program',
      option('version', '1') + option('passwords', `{"a":"${bcrypt}"}`, 'wp_options'),
      { routing: '' },
    ],
    ['a keyword called secret', option('matthew_pwprotection', '{"secret":"x"}'), { routing: '' }],
    ['no expiry', expiry("('a','none',NULL,NULL,NULL,NULL)"), { expires_at: 0 }],
    ['a scalar setting', option('expiry_default_age', '3'), { routing: '' }],
  ];
  test.each(kept)('%s', async (_, tables, link) => {
    expect(await readFirst(tables)).toMatchObject({ short_url: 'a', ...link });
  });
});

describe('a link of YOURLS fails when a plugin closes it in an unknown way', () => {
  const md5 = '5d41402abc4b2a76b9719d911017c592';
  const refused: [string, string, string][] = [
    ['an unknown hash', option('pw', `{"a":"${md5}"}`), 'link.protected'],
    ['an object', option('url_protect', '{"a":{"question":"x"}}'), 'link.protected'],
    ['a list of keywords', option('protected_links', '["a"]'), 'link.protected'],
    ['a flag', option('protected_links', '{"a":true}'), 'link.protected'],
    ['days', option('link_expiry', '{"a":"30"}'), 'link.expiry.unclear'],
    ['an unknown type', expiry("('a','moon','1','2','3','none')"), 'link.expiry.unclear'],
    ['no shelf life', expiry("('a','clock',NULL,'1577934245',NULL,'')"), 'link.expiry.unclear'],
    ['clicks that are no number', expiry("('a','click','x','','','')"), 'link.capped'],
    [
      'a table that is called after a limit',
      "CREATE TABLE link_passwords (keyword text, v text); INSERT INTO link_passwords VALUES ('a','x');",
      'link.protected',
    ],
    [
      'two plugins that do not agree',
      `${option('pw', '{"a":"one"}')}
       CREATE TABLE y_pw (keyword text, password text); INSERT INTO y_pw VALUES ('a','two');`,
      'link.protected',
    ],
  ];
  test.each(refused)('%s', async (_, tables, key) => {
    expect(await readFirst(tables)).toMatchObject({ key });
  });
});

test('an option that may hold passwords and cannot be read refuses the file', () => {
  for (const text of ['{"a":"he', 'a:1:{s:1:"a";s:50:"hello";}', '['.repeat(50)]) {
    expect(readSource(dump(option('matthew_pwprotection', text)))).rejects.toMatchObject({
      problem: 'import.unknown',
    });
  }
});

test('without a way to hash it, a plain password fails the link', async () => {
  const { links } = await readSource(dump(option('matthew_pwprotection', '{"a":"hello"}')));
  expect(links).toMatchObject([{ key: 'link.protected' }, { short_url: 'b' }]);
  expect(JSON.stringify(links)).not.toContain('hello');
});

function table(name: string, data: readonly object[]) {
  return { type: 'table', name, data };
}

function row(keyword: string) {
  return { keyword, url: 'https://example.com/', clicks: '3' };
}

test('the same plugins close links that come as JSON', async () => {
  const tables = [
    table('yourls_expiry', [
      { keyword: 'e', type: 'clock', click: null, timestamp: '1577934245', shelflife: '60' },
    ]),
    table('yourls_options', [
      { option_name: 'matthew_pwprotection', option_value: `{"p":"hello","h":"${bcrypt}"}` },
    ]),
    table('yourls_url', [row('p'), row('h'), row('e'), row('open')]),
  ];
  const { links } = await readSource(JSON.stringify(tables), {}, 'yourls.json');
  expect(links).toMatchObject([
    { key: 'link.protected' },
    { short_url: 'h', routing: expect.stringContaining('password_hash') as string },
    { short_url: 'e', expires_at: 1_577_934_305 },
    { short_url: 'open', routing: '', expires_at: 0 },
  ]);
  const broken = JSON.stringify(tables).replace('{\\"p\\"', '{p');
  expect(readSource(broken, {}, 'yourls.json')).rejects.toMatchObject({
    problem: 'import.unreadable',
  });
});

test('a plugin table of one site closes no link of another', async () => {
  const other = `CREATE TABLE z_url (keyword text, url text, title text, clicks int);
INSERT INTO z_url VALUES ('a','https://example.com/z','',1);`;
  const { links } = await readSource(dump(expiry("('a','click','50','','','')") + other));
  expect(links.map((link) => 'routing' in link && link.routing)).toEqual([
    '',
    '{"max_clicks":50}',
    '',
  ]);
});
