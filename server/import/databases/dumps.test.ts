import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { readSource } from '../../../tests/support/source-links.ts';

const time = Date.UTC(2021, 4, 6, 7, 8, 9) / 1000;
const at = '2021-05-06 07:08:09';
const bcrypt = `$2b$12$${'.'.repeat(53)}`;

interface Dump {
  readonly title: string;
  readonly source: string;
  readonly dump: string;
  readonly links: readonly object[];
  readonly visits: readonly object[];
}

const polr = {
  source: 'polr',
  links: [
    { short_url: 'poLr', long_url: 'https://example.com/p', clicks: 7, is_active: 1 },
    { short_url: 'off', is_active: 0 },
    { key: 'link.protected' },
  ],
  visits: [
    { code: 'poLr', time, count: 1, referrer: 'https://r.example/', userAgent: 'A', country: 'DE' },
  ],
};
const polrTables = `CREATE TABLE \`clicks\` (\`id\` int, \`ip\` varchar(45), \`country\` varchar(9), \`referer\` text,
  \`referer_host\` text, \`user_agent\` text, \`link_id\` int, \`created_at\` timestamp, \`updated_at\` timestamp);
CREATE TABLE \`links\` (\`id\` int, \`short_url\` varchar(9), \`long_url\` longtext, \`ip\` varchar(9), \`creator\` varchar(9),
  \`clicks\` varchar(9), \`secret_key\` varchar(9), \`is_disabled\` tinyint(1), \`is_custom\` tinyint(1),
  \`is_api\` tinyint(1), \`created_at\` timestamp, \`updated_at\` timestamp, KEY \`i\` (\`short_url\`));
`;
const polrRows = `INSERT INTO \`clicks\` VALUES (1,'192.0.2.1','DE','https://r.example/','r.example','A',3,'${at}','${at}'),
(2,'192.0.2.1','DE','','','A',99,'${at}','${at}');
INSERT INTO \`links\` VALUES (3,'poLr','https://example.com/p','192.0.2.1','me','7','',0,0,0,'${at}','${at}'),
(4,'off','https://example.com/o','','me','0','',1,0,0,'${at}','${at}'),
(5,'key','https://example.com/k','','me','0','abcd',0,0,0,'${at}','${at}');
`;
const named = (table: string, columns: string): string =>
  `INSERT INTO \`${table}\` (${columns.replaceAll(/\w+/g, '`$&`')}) VALUES`;

const kutt = {
  source: 'kutt',
  links: [
    {
      short_url: 'kuTt',
      long_url: 'https://example.com/k',
      description: "It's a tab and a \\",
      clicks: 5,
      is_active: 1,
      created_at: time,
      expires_at: time + 86_400,
    },
    {
      short_url: 'two.example/b',
      is_active: 0,
      routing: expect.stringContaining('$2b$12$') as string,
    },
  ],
  visits: [
    {
      code: 'kuTt',
      time,
      count: 3,
      country: 'DE',
      referrer: 'https://r.example/',
      browser: 'Chrome',
      isBot: false,
    },
    { code: 'b', domain: 'two.example', time, count: 2, browser: 'Chrome', isBot: false },
  ],
};
const end = '2021-05-07 07:08:09';
const kuttColumns = `id, address, description, banned, banned_by_id, domain_id, password, expire_in,
    target, user_id, visit_count, uuid, created_at, updated_at`;
const kuttVisits = 'id, countries, created_at, updated_at, link_id, referrers, total, br_chrome';

const shlink = {
  source: 'shlink',
  links: [
    {
      short_url: 'shLink',
      long_url: 'https://example.com/s',
      title: 'A title',
      tags: ['one', 'two'],
      clicks: 12,
      created_at: time,
      routing: JSON.stringify({
        forward_query: 1,
        rules: [
          { when: { system: ['Android', 'HarmonyOS'] }, target: 'https://example.com/a' },
          { when: { language: ['de'] }, target: 'https://example.com/d' },
        ],
      }),
    },
    { short_url: 'two.example/b', expires_at: time + 86_400, clicks: 0 },
  ],
  visits: [
    {
      code: 'shLink',
      time,
      count: 1,
      referrer: 'https://r.example/',
      userAgent: 'A',
      country: 'DE',
      city: 'Berlin',
    },
    { code: 'b', domain: 'two.example', time, count: 1, isBot: true },
  ],
};

interface Table {
  readonly name: string;
  readonly columns: string;
  readonly rows: readonly (readonly (string | number | null)[])[];
}
const shlinkTables: readonly Table[] = [
  { name: 'domains', columns: 'id authority', rows: [[4, 'two.example']] },
  {
    name: 'redirect_conditions',
    columns: 'id name type match_key match_value',
    rows: [
      [1, 'a', 'device', null, 'android'],
      [2, 'b', 'language', null, 'de'],
    ],
  },
  {
    name: 'redirect_conditions_in_short_url_redirect_rules',
    columns: 'redirect_condition_id short_url_redirect_rule_id',
    rows: [
      [2, 8],
      [1, 9],
    ],
  },
  {
    name: 'short_url_redirect_rules',
    columns: 'id short_url_id priority long_url',
    rows: [
      [8, 11, 2, 'https://example.com/d'],
      [9, 11, 1, 'https://example.com/a'],
    ],
  },
  {
    name: 'short_url_visits_counts',
    columns: 'id short_url_id potential_bot slot_id count',
    rows: [
      [1, 11, 0, 1, 5],
      [2, 11, 1, 44, 7],
    ],
  },
  {
    name: 'short_urls',
    columns: `id domain_id original_url short_code date_created valid_since valid_until max_visits title
      crawlable forward_query`,
    rows: [
      [11, null, 'https://example.com/s', 'shLink', at, null, null, null, 'A title', 0, 1],
      [12, 4, 'https://example.com/b', 'b', at, null, end, null, null, 0, 0],
    ],
  },
  {
    name: 'short_urls_in_tags',
    columns: 'short_url_id tag_id',
    rows: [
      [11, 1],
      [11, 2],
    ],
  },
  {
    name: 'tags',
    columns: 'id name',
    rows: [
      [1, 'one'],
      [2, 'two'],
    ],
  },
  {
    name: 'visit_locations',
    columns: 'id country_code country_name region_name city_name lat lon timezone is_empty',
    rows: [[6, 'DE', 'Germany', '', 'Berlin', 52.5, -13.4, 'Europe/Berlin', 0]],
  },
  {
    name: 'visits',
    columns: `id referer date remote_addr user_agent short_url_id visit_location_id visited_url type
      potential_bot`,
    rows: [
      [1, 'https://r.example/', at, '192.0.2.0', 'A', 11, 6, null, 'valid_short_url', 0],
      [2, '', at, null, '', 12, null, null, 'valid_short_url', 1],
      [3, '', at, null, 'B', null, null, null, 'base_url', 0],
    ],
  },
];

function quote(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

function listColumns({ columns }: Table): string[] {
  return columns.trim().split(/\s+/);
}

function writeInserts(mark: string, schema: string): string {
  const head = ({ name }: Table): string => `${schema}${mark}${name}${mark}`;
  return shlinkTables
    .map((table) => {
      const columns = listColumns(table).map((column) => `${mark}${column}${mark} text`);
      const rows = table.rows.map((row) => `(${row.map(quote).join(',')})`).join(',\n');
      return `CREATE TABLE ${head(table)} (${columns.join(',')});
INSERT INTO ${head(table)} VALUES ${rows};\n`;
    })
    .join('');
}

function writeCopies(): string {
  return shlinkTables
    .map((table) => {
      const rows = table.rows.map((row) => `${row.map((value) => value ?? '\\N').join('\t')}\n`);
      return `COPY public.${table.name} (${listColumns(table).join(', ')}) FROM stdin;
${rows.join('')}\\.\n\n`;
    })
    .join('');
}

const postgresHead = `--
-- PostgreSQL database dump
--
\\restrict abc'def
SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE FUNCTION public.evil() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
  INSERT INTO public.links (id, address, target) VALUES (99, 'evil', 'https://evil.example/');
END; $body$;
`;

const dumps: readonly Dump[] = [
  { ...polr, title: 'Polr, mysqldump', dump: polrTables + polrRows },
  {
    ...polr,
    title: 'Polr, complete inserts without tables',
    dump: `-- phpMyAdmin SQL Dump
${polrRows
  .replace(
    'INSERT INTO `clicks` VALUES',
    named('clicks', 'id,ip,country,referer,referer_host,user_agent,link_id,created_at,updated_at'),
  )
  .replace(
    'INSERT INTO `links` VALUES',
    named(
      'links',
      'id,short_url,long_url,ip,creator,clicks,secret_key,is_disabled,is_custom,is_api,created_at,updated_at',
    ),
  )}`,
  },
  {
    ...polr,
    title: 'Polr, DBeaver with a prefix',
    dump: `${polrTables}${polrRows}`.replaceAll(/`(links|clicks)` (?=VALUES|\()/g, 'polr.app_$1 '),
  },
  {
    ...kutt,
    title: 'Kutt, pg_dump',
    dump: `${postgresHead}
COPY public.domains (id, banned, address, homepage) FROM stdin;
7\tf\ttwo.example\t\\N
\\.

COPY public.links (${kuttColumns}) FROM stdin;
1\tkuTt\tIt's\\na tab\\tand a \\\\\tf\t\\N\t\\N\t\\N\t${end}+00\thttps://example.com/k\t1\t5\tu\t${at}+00\t${at}+00
2\tb\t\\N\tt\t\\N\t7\t${bcrypt}\t\\N\thttps://example.com/b\t1\t0\tu\t${at}+00\t${at}+00
\\.

COPY public.users (id, email) FROM stdin;
1\tme@example.com
\\.

COPY public.visits (${kuttVisits}) FROM stdin;
1\t{"de": 3}\t${at}+00\t\\N\t1\t{"r[dot]example": 3}\t3\t3
2\t{"de": 1, "at": 1}\t${at}+00\t\\N\t2\t{"direct": 2}\t2\t2
\\.
`,
  },
  {
    ...kutt,
    title: 'Kutt, pg_dump --inserts',
    dump: `${postgresHead}
CREATE TABLE public.domains (id integer NOT NULL, address character varying(255), CONSTRAINT c CHECK ((id > 0)));
CREATE TABLE public."links" (${kuttColumns.replaceAll(/\w+/g, '"$&" character varying(255)')});
CREATE TABLE public.visits (${kuttVisits.replaceAll(/\w+/g, '$& jsonb')});
INSERT INTO public.domains VALUES (7, 'two.example');
INSERT INTO public."links" OVERRIDING SYSTEM VALUE VALUES (1, 'kuTt', E'It\\'s\\na tab\\tand a \\\\', false, NULL, NULL, NULL, '${end}+00', 'https://example.com/k', 1, 5, 'u'::uuid, '${at}+00', '${at}+00');
INSERT INTO public."links" VALUES (2, 'b', NULL, true, NULL, 7, '${bcrypt}', NULL, 'https://example.com/b', 1, 0, 'u', '${at}+00'::timestamp(6) with time zone, '${at}+00');
INSERT INTO public.visits VALUES (1, '{"de": 3}'::jsonb, '${at}+00', NULL, 1, '{"r[dot]example": 3}', 3, 3), (2, '{"de": 1, "at": 1}', '${at}+00', NULL, 2, '{"direct": 2}', 2, 2);
`,
  },
  {
    ...kutt,
    title: 'Kutt, mysqldump',
    dump: `-- MySQL dump 10.13
CREATE TABLE \`domains\` (\`id\` int, \`address\` varchar(255));
INSERT INTO \`domains\` VALUES (7,'two.example');
${named('links', kuttColumns)} (1,'kuTt','It\\'s\\na tab\\tand a \\\\',0,NULL,NULL,NULL,'${end}','https://example.com/k',1,5,'u','${at}','${at}');
${named('links', kuttColumns)} (2,'b',NULL,1,NULL,7,'${bcrypt}',NULL,'https://example.com/b',1,0,'u','${at}','${at}');
${named('visits', kuttVisits)} (1,'{\\"de\\": 3}','${at}',NULL,1,'{\\"r[dot]example\\": 3}',3,3),(2,'{\\"de\\": 1, \\"at\\": 1}','${at}',NULL,2,'{\\"direct\\": 2}',2,2);
`,
  },
  { ...shlink, title: 'Shlink, mysqldump', dump: `-- MySQL dump\n${writeInserts('`', '')}` },
  {
    ...shlink,
    title: 'Shlink, pg_dump --inserts',
    dump: postgresHead + writeInserts('"', 'public.'),
  },
  { ...shlink, title: 'Shlink, pg_dump', dump: postgresHead + writeCopies() },
  {
    ...shlink,
    title: 'Shlink, .dump of SQLite',
    dump: `PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TRIGGER t AFTER INSERT ON short_urls BEGIN
  UPDATE tags SET name = CASE WHEN 1 THEN 'x' END;
  INSERT INTO short_urls VALUES (99);
END;
${writeInserts('"', '')}COMMIT;
`,
  },
];

test.each(dumps.map((dump) => [dump.title, dump] as const))(
  'links and visits come from %s',
  async (_, { dump, source, links, visits }) => {
    for (const content of [dump, gzipSync(dump)]) {
      const read = await readSource(content);
      expect(read.source).toBe(source);
      expect(read.links).toMatchObject([...links]);
      expect(read.visits).toEqual([...visits] as typeof read.visits);
    }
  },
);

test('SQLite writes line breaks as functions', async () => {
  const dump = `PRAGMA foreign_keys=OFF;
CREATE TABLE urls (id integer, short_url text, long_url text, hits integer, expiry_time integer, notes text);
INSERT INTO urls VALUES(1,'a','https://example.com/a',3,0,replace('one\\ntwo','\\n',char(10)));
INSERT INTO urls VALUES(2,'b','https://example.com/b',0,${time},unistr('one\\u000atwo'));
`;
  const { links } = await readSource(dump);
  expect(links).toMatchObject([
    { short_url: 'a', note: 'one\ntwo', clicks: 3, expires_at: 0 },
    { short_url: 'b', note: 'one\ntwo', expires_at: time },
  ]);
});

test('two products in one dump are named, and none is guessed', () => {
  const dump = `${polrTables}${polrRows}CREATE TABLE y_url (keyword text, url text, title text);`;
  expect(readSource(dump)).rejects.toMatchObject({
    details: { reason: expect.stringContaining('yourls and polr') as string },
  });
});
