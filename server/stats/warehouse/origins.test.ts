import { afterAll, beforeAll, expect, test } from 'bun:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { Connection } from './connection.ts';
import { readOrigins, withOrigin } from './origins.ts';

let instance: DuckDBInstance;
let db: Connection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  db = new Connection(await instance.connect());
});
afterAll(() => {
  db.close();
  instance.closeSync();
});

const agent = { browser: 'Firefox', system: '', language: '', country: '' };
const nothing = { ...agent, referrer: '', utm_source: '', utm_medium: '', is_paid: false };
const google = { ...nothing, referrer: 'google.com' };

type Row = typeof nothing;

test.each<[string, Row, object]>([
  ['a referrer names both', google, { source: 'Google', channel: 'search' }],
  [
    'utm_source wins over the referrer',
    { ...google, utm_source: 'linkedin' },
    { source: 'LinkedIn', channel: 'social' },
  ],
  [
    'an unknown utm_source does, too',
    { ...google, utm_source: 'Spring letter' },
    { source: 'Spring letter', channel: 'other' },
  ],
  [
    'a click id makes the channel paid, and the source stays',
    { ...google, is_paid: true },
    { source: 'Google', channel: 'paid' },
  ],
  [
    'a paid medium does, too',
    { ...google, utm_medium: 'cpc' },
    { source: 'Google', channel: 'paid' },
  ],
  [
    'the medium names the channel of an unknown source',
    { ...nothing, utm_source: 'spring', utm_medium: 'email' },
    { source: 'spring', channel: 'mail' },
  ],
  [
    'a known source wins over the medium',
    { ...google, utm_medium: 'email' },
    { source: 'Google', channel: 'search' },
  ],
  [
    'an unknown referrer is another channel',
    { ...nothing, referrer: 'm.shop.example' },
    { source: 'shop.example', channel: 'other' },
  ],
  ['a visitor without both came directly', nothing, { source: '', channel: 'direct' }],
  [
    'a visitor who is only counted has no channel',
    { ...nothing, browser: '' },
    { source: '', channel: '' },
  ],
])('%s', async (_, row, origin) => {
  const columns = Object.entries(row).map(([name, value]) =>
    typeof value === 'boolean' ? `${value} as ${name}` : `'${value}' as ${name}`,
  );
  await db.run(`create or replace temp table visit as select ${columns.join(', ')}`);
  await readOrigins(db, 'visit');
  expect(await db.all(`select source, channel from ${withOrigin('visit')}`)).toEqual([origin]);
});
