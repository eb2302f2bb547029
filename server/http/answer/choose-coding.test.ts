import { expect, test } from 'bun:test';
import { chooseCoding } from './choose-coding.ts';

const codings = ['br', 'zstd', 'gzip'] as const;

type Preference = readonly [acceptEncoding: string, coding: (typeof codings)[number] | null];

test.each<Preference>([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['GZIP', 'gzip'],
  ['br;q=0.1, gzip;q=1', 'gzip'],
  ['br ; q=0.5 , gzip ;q=0.50', 'br'],
  ['br;q=0, zstd;q=0.000, gzip;q=0.001', 'gzip'],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity, gzip', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, identity', null],
  ['br;q=0', null],
  ['br;q=nonsense', null],
  ['deflate', null],
  ['*', null],
  ['', null],
  [',', null],
])('"%s" prefers %p', (acceptEncoding, coding) => {
  expect(chooseCoding(acceptEncoding, codings)).toBe(coding);
});
