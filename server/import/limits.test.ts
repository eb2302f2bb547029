import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  flagSpellings,
  instantForms,
  orderedForms,
  unclearFlags,
  unclearInstants,
} from '../../tests/import-files/spellings.ts';
import { checkRow, type RowRules } from './check-row.ts';
import { detectFormat } from './readers/detect-format.ts';
import type { Fields } from './source-row.ts';

const NOW = 1_800_000_000;
const rules: RowRules = {
  isInSeconds: false,
  timeZone: 'UTC',
  dayOrder: 'unknown',
  usualDayOrder: 'day-first',
  now: NOW,
  isOwnHost: () => false,
};
const to = 'https://example.com/';

const rows: Readonly<Record<string, Fields>> = {
  YOURLS: { keyword: 'a', url: to },
  'the API of YOURLS': { shorturl: 'https://s.test/a', url: to },
  Polr: { short_url: 'a', long_url: to, secret_key: '', is_disabled: '0' },
  Zurl: { short_url: 'a', long_url: to },
  Shlink: { shortCode: 'a', longUrl: to, meta: { validSince: null, maxVisits: null } },
  Kutt: { address: 'a', target: to, password: false, banned: false, expire_in: null },
  Sink: { slug: 'a', url: to, geo: {}, unsafe: false },
};

function check(row: Fields) {
  return checkRow(row, detectFormat([row])!.reader.readRow, rules);
}

/** Expects the row to fail when `kept` is null. */
function expectKept(column: string, value: unknown, kept: object | null) {
  for (const [format, row] of Object.entries(rows)) {
    const link = check({ ...row, [column]: value });
    const where = [format, column, value];
    if (kept === null) expect([...where, link]).toEqual([...where, failure]);
    else expect([...where, link]).toMatchObject([...where, { short_url: 'a', ...kept }]);
  }
}

function expectKeys(column: string, value: unknown, key: unknown) {
  for (const row of Object.values(rows)) {
    expect([column, value, check({ ...row, [column]: value })]).toMatchObject([
      column,
      value,
      { key },
    ]);
  }
}

const failure = {
  key: expect.stringMatching(/^link\./) as string,
  reason: expect.stringMatching(/\(\w+(: .+)?\)$/s) as string,
  detail: expect.stringMatching(/^\w+(: .+)?$/s) as string,
};

test('a link without limits is imported without limits', () => {
  expectKept('title', 'x', { is_active: 1, expires_at: 0 });
});

describe('a flag means the same in every format and spelling:', () => {
  const flags: [string, on: object | null, off: object | null][] = [
    ['is_active', { is_active: 1 }, { is_active: 0 }],
    ['enabled', { is_active: 1 }, { is_active: 0 }],
    ['banned', { is_active: 0 }, { is_active: 1 }],
    ['is_disabled', null, { is_active: 1 }],
    ['isDeleted', null, { is_active: 1 }],
    ['unsafe', null, { is_active: 1 }],
    ['has_password', null, { is_active: 1 }],
    ['hasRedirectRules', null, { is_active: 1 }],
  ];
  test.each(flags)('%s', (column, on, off) => {
    for (const value of flagSpellings.on) expectKept(column, value, on);
    for (const value of flagSpellings.off) expectKept(column, value, off);
    for (const value of unclearFlags) expectKept(column, value, null);
  });

  test.each(flags)('%s; an unreadable flag has a message of its own', (column, on) => {
    for (const value of unclearFlags) {
      expectKeys(column, value, 'link.flag.unclear');
    }
    if (on === null) expectKeys(column, 1, expect.not.stringContaining('unclear'));
  });

  test('an empty is_active is unclear; other empty flags are off', () => {
    for (const value of ['', null]) {
      expectKept('is_active', value, null);
      expectKept('banned', value, { is_active: 1 });
      expectKept('is_disabled', value, { is_active: 1 });
    }
  });
});

describe('an expiry means the same in every format and spelling:', () => {
  const columns = ['expires_at', 'expire_in', 'expiration', 'validUntil', 'expiryTime', 'EXPIRES'];
  const instants = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 });
  const ordered = [...orderedForms['day-first'], ...orderedForms['month-first']];
  test.each(columns)('%s', (column) => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...instantForms), (instant, [, write]) =>
        expectKept(column, write(instant), { expires_at: instant }),
      ),
    );
    fc.assert(
      fc.property(instants, fc.constantFrom(...ordered), (instant, [, write]) => {
        const date = new Date(instant * 1000);
        const isClear = date.getUTCDate() > 12 || date.getUTCDate() === date.getUTCMonth() + 1;
        expectKept(column, write(instant), isClear ? { expires_at: instant } : null);
      }),
    );
    for (const value of unclearInstants) expectKept(column, value, null);
    for (const value of [null, '', 0, '0', '0000-00-00 00:00:00', 'infinity']) {
      expectKept(column, value, { expires_at: 0 });
    }
  });

  test('the earliest of several expiries counts', () => {
    const row = { ...rows['Kutt'], expire_in: '2030-01-01', validUntil: '2029-01-01' };
    expect(check(row)).toMatchObject({ expires_at: Date.UTC(2029, 0, 1) / 1000 });
  });
});

test('a link that starts later fails, and a started link is imported', () => {
  for (const value of [NOW - 1, '2021-05-03', null, '']) expectKept('validSince', value, {});
  for (const value of [NOW + 1, '2031-05-03', 'soon', 5]) expectKept('valid_since', value, null);
});

describe('a row fails for any value in', () => {
  const columns = ['password', 'secret_key', 'Password_Hash', 'maxVisits', 'max_clicks', 'geo'];
  test.each([...columns, 'apple', 'google', 'redirectRules', 'deviceLongUrls'])('%s', (column) => {
    for (const value of [null, '', false]) expectKept(column, value, {});
    const values = ['x', ' ', 0, 3, true, '0', 'false', ['x'], { DE: to }];
    for (const value of values) expectKept(column, value, null);
  });

  test('visibility, unless it is public', () => {
    for (const value of [null, '', 'PUBLIC', 'public']) expectKept('visibility', value, {});
    for (const value of ['PRIVATE', 'WORKSPACE', 1, true, {}])
      expectKept('visibility', value, null);
  });

  test('deleted_at, unless it is never', () => {
    for (const value of [null, '', '0000-00-00 00:00:00', 0]) expectKept('deleted_at', value, {});
    for (const value of ['2021-05-03', NOW, 'x', true]) expectKept('deleted_at', value, null);
  });
});

test('empty targets are no limit', () => {
  for (const value of [[], {}, '[]', '{}', { android: null, ios: '' }]) {
    expectKept('deviceLongUrls', value, { is_active: 1 });
  }
});

test('limits of Shlink are read from its object meta', () => {
  const limited = [
    { maxVisits: 1 },
    { validSince: '2099-01-01T00:00:00+00:00' },
    { validUntil: 'x' },
  ];
  for (const meta of limited) expect(check({ ...rows['Shlink'], meta })).toMatchObject(failure);
  const meta = { validUntil: '2029-01-01T00:00:00+00:00' };
  expect(check({ ...rows['Shlink'], meta })).toMatchObject({ expires_at: 1_861_920_000 });
});
