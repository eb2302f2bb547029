import { describe, expect, test } from 'bun:test';
import { fc } from '../../tests/support/random.ts';
import {
  flagSpellings,
  instantForms,
  orderedForms,
  unclearFlags,
  unclearInstants,
} from '../../tests/import-files/spellings.ts';
import { importRow } from '../../tests/support/imported-link.ts';
import { checkRow, type RowRules } from './check-row.ts';
import { brisk } from './readers/readers.ts';
import type { Fields } from './readers/source-row.ts';

const NOW = 1_800_000_000;
const rules: RowRules = {
  isInSeconds: false,
  timeZone: 'UTC',
  dayOrder: 'unknown',
  usualDayOrder: 'day-first',
  now: NOW,
  domains: new Set(['go.example']),
  sharedCuts: new Set(),
  isOwnHost: () => false,
};
const to = 'https://example.com/';

const rows: Readonly<Record<string, Fields>> = {
  YOURLS: { keyword: 'a', url: to },
  'the API of YOURLS': { shorturl: 'https://s.test/a', url: to },
  Polr: { short_url: 'a', long_url: to, secret_key: '', is_disabled: '0' },
  Zurl: { short_url: 'a', long_url: to },
  Shlink: {
    shortCode: 'a',
    longUrl: to,
    meta: { validSince: null, maxVisits: null },
    forwardQuery: false,
  },
  Kutt: { address: 'a', target: to, password: false, banned: false, expire_in: null },
  Sink: { slug: 'a', url: to, geo: {}, unsafe: false },
};
/** All but Sink, whose exports have no clicks. */
const counted: Readonly<Record<string, Fields>> = {
  YOURLS: { ...rows['YOURLS'], clicks: '2' },
  'the API of YOURLS': { ...rows['the API of YOURLS'], clicks: '2' },
  Polr: { ...rows['Polr'], clicks: '2' },
  Zurl: { ...rows['Zurl'], clicks: 2 },
  Shlink: { ...rows['Shlink'], visitsSummary: { total: 2, nonBots: 1, bots: 1 } },
  Kutt: { ...rows['Kutt'], visit_count: 2 },
};

function check(row: Fields) {
  return importRow(row, rules);
}

/** Expects the row to fail when `kept` is null. */
function expectKept(column: string, value: unknown, kept: object | null, inRows = rows) {
  for (const [format, row] of Object.entries(inRows)) {
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

describe('the state of a link is read in every format:', () => {
  const states: [string, object | null][] = [
    ['active', { is_active: 1 }],
    ['Enabled', { is_active: 1 }],
    ['301', { is_active: 1 }],
    ['', { is_active: 1 }],
    ['paused', { is_active: 0 }],
    ['DISABLED', { is_active: 0 }],
    ['archived', { is_active: 0 }],
    [' expired ', { is_active: 0 }],
    ['under review', null],
    ['deleted', null],
    ['404', null],
  ];
  test.each(states)('%j', (value, kept) => {
    for (const column of ['status', 'state', 'linkStatus']) expectKept(column, value, kept);
  });
});

test('a column is a password in any language, with any word beside it', () => {
  for (const column of [
    'Passwort',
    'motDePasse',
    'Contraseña',
    '访问密码',
    'password (optional)',
  ]) {
    for (const row of Object.values(rows)) {
      const link = check({ ...row, [column]: 'geheim' });
      expect([column, link]).toMatchObject([column, { key: 'link.protected' }]);
      expect(JSON.stringify(link)).not.toContain('geheim');
      for (const none of ['', null, false, 'no']) {
        expect(check({ ...row, [column]: none })).toMatchObject({ is_active: 1, routing: '' });
      }
    }
  }
});

test('an archived link comes in switched off', () => {
  expectKept('archived', true, { is_active: 0 });
  expectKept('Archived', 'No', { is_active: 1 });
});

describe('a flag means the same in every format and spelling:', () => {
  const flags: [string, on: object | null, off: object | null][] = [
    ['is_active', { is_active: 1 }, { is_active: 0 }],
    ['enabled', { is_active: 1 }, { is_active: 0 }],
    ['banned', { is_active: 0 }, { is_active: 1 }],
    ['is_disabled', { is_active: 0 }, { is_active: 1 }],
    ['isDeleted', null, { is_active: 1 }],
    ['unsafe', null, { is_active: 1 }],
    ['has_password', null, { is_active: 1 }],
    ['hasRedirectRules', null, { is_active: 1 }],
    ['cloaking', null, { is_active: 1 }],
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

test('the start of a link is imported if it is in the future', () => {
  for (const value of [NOW - 1, '2021-05-03', null, '']) {
    expectKept('validSince', value, { routing: '' });
  }
  expectKept('valid_since', NOW + 1, { routing: `{"starts_at":${NOW + 1}}` });
  expectKept('valid_since', '2031-05-03', { routing: '{"starts_at":1935532800}' });
  for (const value of ['soon', 5]) expectKept('valid_since', value, null);
});

test('a limit of visits is kept, and an unreadable one fails', () => {
  for (const column of ['maxVisits', 'max_clicks']) {
    for (const value of [null, '', false]) expectKept(column, value, { routing: '' });
    for (const value of [3, '3']) {
      expectKept(column, value, { routing: '{"max_clicks":3}', clicks: 2 }, counted);
    }
    for (const value of ['x', ' ', 0, '0', -1, 1.5, true, 2e9, [3]]) {
      expectKept(column, value, null, counted);
    }
  }
});

test('a limit of visits fails if the file does not tell how many there were', () => {
  for (const row of Object.values(rows)) {
    expect(check({ ...row, maxVisits: 3 })).toMatchObject({ key: 'link.capped' });
  }
  for (const total of [undefined, null, 'many', -1, 1.5]) {
    const row = { ...rows['Shlink'], maxVisits: 3, visitsSummary: { total } };
    expect([total, check(row)]).toMatchObject([total, { key: 'link.capped' }]);
  }
  const fresh = { ...rows['Shlink'], maxVisits: 3, visitsSummary: { total: 0 } };
  expect(check(fresh)).toMatchObject({ clicks: 0, routing: '{"max_clicks":3}' });
});

test('a password is kept if its hash is known, and no password is printed', () => {
  const hash = `$2b$12$${'.'.repeat(53)}`;
  for (const column of ['password', 'Password_Hash']) {
    expectKept(column, hash, { routing: JSON.stringify({ password_hash: hash }) });
    for (const value of [null, '', false]) expectKept(column, value, { routing: '' });
    const costly = hash.replace('$12$', '$31$');
    for (const value of ['secret', ' ', 0, true, `${hash}a`, costly, '$1$abc$x']) {
      expectKept(column, value, null);
      const { reason } = check({ ...rows['Kutt'], [column]: value }) as { reason: string };
      expect(reason).toEndWith(`(${column})`);
    }
  }
});

describe('a row of Brisk', () => {
  const row = { short_url: 'a', long_url: to };
  const hash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'c'.repeat(43)}`;
  const routing = {
    starts_at: NOW + 9,
    max_clicks: 5,
    fallback_url: 'https://fallback.example/',
    password_hash: hash,
    redirect_status: 308,
    forward_query: 1,
    forward_path: 1,
    rules: [{ when: { device: ['mobile'] }, target: 'https://phone.example/' }],
    in_app: 'ask',
    social: { title: 'T', description: 'D', image: '' },
  };
  const checkOwn = (fields: Fields) => checkRow({ ...row, ...fields }, brisk, rules);

  test('keeps where it leads, from an export and from the API', () => {
    expect(checkOwn({ routing })).toMatchObject({ routing: JSON.stringify(routing) });
    const { password_hash: _, ...open } = routing;
    expect(checkOwn({ ...open, has_password: false })).toMatchObject({
      routing: JSON.stringify(open),
    });
    expect(checkOwn({ max_clicks: 0, starts_at: 0, rules: [] })).toMatchObject({ routing: '' });
  });

  test('fails without its hash, or with a rule that cannot be read', () => {
    expect(checkOwn({ has_password: true })).toMatchObject({ key: 'link.protected' });
    for (const has_password of [1, 'true', 'yes', 'perhaps']) {
      expect(checkOwn({ has_password })).toMatchObject({ key: 'link.protected' });
    }
    expect(checkOwn({ password: 'secret' })).toMatchObject({ key: 'link.protected' });
    const emptied = { has_password: true, routing: { ...routing, password_hash: '' } };
    expect(checkOwn(emptied)).toMatchObject({ key: 'link.protected' });
    for (const bad of [
      'x',
      5,
      [routing],
      '[]',
      { passwordHash: hash },
      { password: 'secret' },
      { rules: [{ when: { moon: 'full' }, target: to }] },
      { rules: [{ when: {}, target: 'javascript:1' }] },
      { password_hash: 'x' },
      { password_hash: hash.replace('m=19456', 'm=999999') },
      { password_hash: hash.replace('t=2', 't=9') },
      { redirect_status: 303 },
    ]) {
      expect([bad, checkOwn({ routing: bad })]).toMatchObject([bad, { key: 'link.has.rules' }]);
    }
  });

  test('may have its routing as text, as a CSV made into JSON', () => {
    const text = JSON.stringify(routing);
    expect(checkOwn({ routing: text })).toMatchObject({ routing: text });
    for (const plain of ['', null, '{}'])
      expect(checkOwn({ routing: plain })).toHaveProperty('routing', '');
  });

  test('keeps its flags, and fails with one that cannot be read', () => {
    const on = { is_count_only: 'true', shows_numbers: 1 };
    expect(checkOwn(on)).toMatchObject({ is_count_only: 1, shows_numbers: 1 });
    expect(checkOwn({ is_count_only: 'f' })).toMatchObject({ is_count_only: 0, shows_numbers: 0 });
    for (const unclear of [2, 'abc', {}, [1]]) {
      expect(checkOwn({ is_count_only: unclear })).toMatchObject({ key: 'link.flag.unclear' });
    }
  });

  test('fails with a code that no visit can ask for', () => {
    for (const code of ['%', '%%', '\u200b', '\u202e', '\ufffd', '...']) {
      expect([code, checkOwn({ short_url: code })]).toMatchObject([
        code,
        { key: 'invalid.short.url' },
      ]);
    }
  });

  test('fails with a target that leads back to the site', () => {
    const own = { ...rules, isOwnHost: (url: string) => url.startsWith('https://go.example/') };
    const back = 'https://go.example/x';
    for (const bad of [
      { fallback_url: back },
      { rules: [{ when: { device: ['mobile'] }, target: back }] },
      { rules: [{ when: {}, split: [{ target: back, weight: 1 }] }] },
    ]) {
      const link = checkRow({ ...row, routing: bad }, brisk, own);
      expect([bad, link]).toMatchObject([bad, { key: 'error.link' }]);
    }
  });

  test('belongs to a domain of the site; another domain must be added first', () => {
    expect(checkOwn({ domain: 'GO.example' })).toMatchObject({ short_url: 'go.example/a' });
    expect(checkOwn({ domain: '' })).toMatchObject({ short_url: 'a' });
    expect(checkOwn({ domain: 'x.example' })).toMatchObject({ key: 'domain.not.found' });
    const other = { ...rows['Shlink'], domain: 'x.example' };
    expect(check(other)).toMatchObject({ short_url: 'a' });
  });
});

describe('a row fails for any value in', () => {
  const columns = ['secret_key', 'geo'];
  test.each([...columns, 'apple', 'google', 'redirectRules', 'deviceLongUrls'])('%s', (column) => {
    for (const value of [null, '', false]) expectKept(column, value, {});
    const values = ['x', ' ', 0, 3, true, '0', 'false', ['x'], { moon: to }];
    for (const value of values) expectKept(column, value, null);
  });

  test('visibility, unless it is public', () => {
    for (const value of [null, '', 'PUBLIC', 'public']) expectKept('visibility', value, {});
    for (const value of ['PRIVATE', 'WORKSPACE', 1, true, {}])
      expectKept('visibility', value, null);
  });

  test('disabled_at ends a link', () => {
    for (const value of [null, 0]) expectKept('disabled_at', value, { expires_at: 0 });
    expectKept('disabled_at', '2021-05-03', { expires_at: Date.UTC(2021, 4, 3) / 1000 });
    for (const value of ['x', true]) expectKept('disabled_at', value, null);
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

test('a hash of Sink is kept without the last characters of its password', () => {
  const [salt, hash] = ['s'.repeat(22), 'h'.repeat(43)];
  const kept = { routing: `{"password_hash":"$pbkdf2-sha256$10000$${salt}$${hash}"}` };
  expectKept('password', `sink-pwd:v1:10000:${salt}:${hash}:Y2Ni`, kept);
  for (const value of [
    `sink-pwd:v1:0:${salt}:${hash}:Y2Ni`,
    `sink-pwd:v1:1000001:${salt}:${hash}:Y2Ni`,
    `sink-pwd:v1:1e9:${salt}:${hash}:Y2Ni`,
    `sink-pwd:v1:10000:${salt}:${hash}h:Y2Ni`,
    `sink-pwd:v1:10000:short:${hash}:Y2Ni`,
    `sink-pwd:v1:10000:${salt}:${hash}`,
    `sink-pwd:v2:10000:${salt}:${hash}:Y2Ni`,
  ]) {
    expectKept('password', value, null);
  }
});

test('limits of Shlink are read from its object meta', () => {
  const limited = [{ maxVisits: 'x' }, { validSince: 'x' }, { validUntil: 'x' }];
  for (const meta of limited) expect(check({ ...rows['Shlink'], meta })).toMatchObject(failure);
  const meta = { validUntil: '2029-01-01T00:00:00+00:00', maxVisits: 7 };
  expect(check({ ...counted['Shlink'], meta })).toMatchObject({
    expires_at: 1_861_920_000,
    routing: '{"max_clicks":7}',
  });
});
