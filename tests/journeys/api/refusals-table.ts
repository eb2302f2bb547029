import { init, login } from '../../../contracts/account.ts';
import { emptyBin, listDeleted, purgeDeleted } from '../../../contracts/links/bin.ts';
import type { MessageKey } from '../../../contracts/envelope.ts';
import { exportLinks } from '../../../contracts/export.ts';
import { importLinks } from '../../../contracts/import.ts';
import {
  clearLinks,
  createLink,
  deleteLink,
  deleteLinks,
  fetchUrlMetadata,
  getLink,
  listLinks,
  restoreLinks,
  searchLinks,
} from '../../../contracts/links/links.ts';
import type { Route } from '../../../contracts/route.ts';
import { getOption, setOption } from '../../../contracts/site.ts';
import { LINES_MAX, RANGE_SECONDS_MAX } from '../../../contracts/stats/stats.constants.ts';
import * as stats from '../../../contracts/stats/stats.ts';
import { admin } from '../test-site.ts';

export interface RefusedCall {
  readonly title: string;
  readonly route: Route;
  readonly fields: object;
  readonly msg: MessageKey;
  /** The field named in `data.issues`. */
  readonly field: string;
}

function refused(
  route: Route,
  msg: MessageKey,
  field: string,
  base: object,
  values: readonly unknown[],
): RefusedCall[] {
  return values.map((value) => ({
    title: `${route.path} with ${field} ${describe(value)}`,
    route,
    fields: { ...base, [field.split('.')[0]!]: value },
    msg,
    field,
  }));
}

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 50 ? `${text.slice(0, 50)}… (${text.length} characters)` : text;
}

function siteInfo(title: unknown): string {
  return JSON.stringify({ title, keywords: '', description: '' });
}

const target = { long_url: 'https://example.com/' };
/** Calls with a time range. */
const spanned = [stats.getReport, stats.exportReport, stats.getTopLinks, stats.getMissedCodes];

/** Invalid or too long time ranges. */
function refuseSpans(route: Route): RefusedCall[] {
  const end = 253_402_300_799;
  const before = 1_700_000_000;
  return [
    refused(route, 'bad.request', 'period', {}, ['1d', '30D', 'constructor']),
    refused(route, 'bad.request', 'time_zone', {}, ['Mars/Olympus', '../UTC', 'a'.repeat(65)]),
    refused(route, 'bad.request', 'from', {}, [0]),
    refused(route, 'time.invalid', 'from', {}, [-1, 1.5, 'now', 1e20]),
    refused(route, 'bad.request', 'from', { to: before }, [before, before + 1]),
    refused(route, 'bad.request', 'from', { to: end }, [end - RANGE_SECONDS_MAX - 1]),
    refused(route, 'bad.request', 'from', { to: RANGE_SECONDS_MAX + 1 }, [0]),
    refused(route, 'time.invalid', 'to', {}, [-1, 1.5, end + 1]),
  ].flat();
}

/** Calls before the set-up. */
export const refusedInits: readonly RefusedCall[] = [
  ...refused(init, 'user.name.invalid', 'username', admin, [
    undefined,
    null,
    '',
    'ab',
    'a'.repeat(33),
    'ada lovelace',
    'ada_l',
    'ada-l',
    'ada@b',
    'äda',
    '艾达艾达',
    'ada\u0000',
    7,
    ['ada'],
  ]),
  ...refused(init, 'email.invalid', 'email', admin, [
    undefined,
    '',
    'ada',
    '@example.com',
    'ada@',
    'a b@example.com',
    'ada@example.com\r\nBcc: x@example.com',
    `${'a'.repeat(300)}@example.com`,
    7,
  ]),
  ...refused(init, 'password.not.allow', 'password', admin, [undefined, '', 'short', 123_456]),
];

/** Calls with a login. */
export const refusedCalls: readonly RefusedCall[] = [
  ...refused(login, 'username.error', 'username', admin, [undefined, null, '', 7, {}]),
  ...refused(login, 'password.not.allow.empty', 'password', admin, [undefined, null, '']),
  ...refused(createLink, 'error.link', 'long_url', {}, [
    undefined,
    null,
    '',
    'example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'https://user:pass@example.com/',
    7,
    {},
    [target.long_url],
  ]),
  ...refused(createLink, 'invalid.short.url', 'short_url', target, [
    'a b',
    'a/b',
    'a.b',
    'a?b',
    'a#b',
    'a%20b',
    'a\u200db',
    '\u202eab',
    '\u3164',
    '😀'.repeat(65),
    'a'.repeat(65),
    'a\u0000',
    '.',
    '..',
  ]),
  ...refused(createLink, 'bad.request', 'ttl_days', target, [-1, 1.5, 'soon', '1e3', 36_501, true]),
  ...refused(createLink, 'time.invalid', 'expires_at', target, [-1, 1.5, 'soon', 1e15, []]),
  ...refused(createLink, 'bad.request', 'title', target, ['a'.repeat(257), 7, {}]),
  ...refused(createLink, 'bad.request', 'description', target, ['a'.repeat(513), 7]),
  ...refused(listLinks, 'bad.request', 'limit', {}, [0, -1, 1.5, 'x', '0x10', '1e2']),
  ...refused(listLinks, 'bad.request', 'page', {}, [0, -1, 1.5, 'x', 1e20]),
  ...refused(listLinks, 'bad.request', 'sort', {}, [
    'id',
    'long_url_hash',
    'clicks desc',
    'CLICKS',
  ]),
  ...refused(listLinks, 'bad.request', 'order', {}, ['up', 'DESC']),
  ...refused(searchLinks, 'bad.request', 'filter', { keyword: 'a' }, [
    undefined,
    '',
    'id',
    'ip',
    7,
  ]),
  ...refused(searchLinks, 'keyword.not.empty', 'keyword', { filter: 'title' }, [
    undefined,
    '',
    ' ',
    7,
  ]),
  ...refused(searchLinks, 'too.large', 'keyword', { filter: 'title' }, ['a'.repeat(8193)]),
  ...refused(searchLinks, 'bad.request', 'limit', { filter: 'title', keyword: 'a' }, [0, 'x']),
  ...refused(getLink, 'invalid.short.url', 'short_url', {}, [undefined, null, '', 7]),
  ...refused(purgeDeleted, 'bad.request', 'ids', {}, [undefined, [], {}, ['x']]),
  ...refused(emptyBin, 'bad.request', 'confirm', {}, [undefined, false, 'yes', 1]),
  ...refused(listDeleted, 'bad.request', 'limit', {}, [0, 'x']),
  ...refused(restoreLinks, 'bad.request', 'ids', {}, [undefined, [], {}, ['x']]),
  ...refused(clearLinks, 'bad.request', 'confirm', {}, [undefined, false, 'yes', 1]),
  ...refused(deleteLink, 'invalid.short.url', 'short_url', {}, [undefined, null, '', 7]),
  ...refused(deleteLinks, 'bad.request', 'ids', {}, [undefined, null, '', [], {}, true]),
  ...refused(deleteLinks, 'bad.request', 'ids', {}, [
    Array.from({ length: 1001 }, (_, i) => i + 1),
  ]),
  ...refused(fetchUrlMetadata, 'url.not.empty', 'url', {}, [undefined, null, '', 7]),
  ...refused(importLinks, 'file.not.empty', 'file', {}, [undefined, null, '', 7, {}]),
  ...refused(importLinks, 'bad.request', 'file', {}, [['[]', '[]']]),
  ...refused(importLinks, 'json.error', 'file', {}, [' ', '{', '[]', '{"links":{}}']),
  ...spanned.flatMap(refuseSpans),
  ...refused(stats.getReport, 'bad.request', 'audience', {}, ['human', 'People']),
  ...refused(stats.getReport, 'bad.request', 'referrer', {}, ['a'.repeat(257)]),
  ...refused(stats.getReport, 'bad.request', 'short_url', {}, ['a'.repeat(256)]),
  ...refused(stats.getLive, 'bad.request', 'short_url', {}, ['a'.repeat(256)]),
  ...refused(stats.exportReport, 'bad.request', 'format', {}, ['xml', 'CSV']),
  ...refused(stats.getLines, 'bad.request', 'ids', {}, [undefined, '', 'x', '1.5']),
  ...refused(stats.getLines, 'bad.request', 'ids', {}, [
    Array.from({ length: LINES_MAX + 1 }, (_, index) => index + 1),
  ]),
  ...refused(stats.getLines, 'bad.request', 'ids.0', {}, [0, -1, 1e20]),
  ...refused(stats.dismissAlerts, 'bad.request', 'ids', {}, [undefined, [], {}, 'x']),
  ...refused(stats.dismissAlerts, 'bad.request', 'ids', {}, [
    Array.from({ length: 1001 }, (_, index) => index + 1),
  ]),
  ...refused(exportLinks, 'bad.request', 'format', {}, ['xml', 'JSON', 'json,csv']),
  ...refused(setOption, 'bad.request', 'key', { value: '1' }, [
    undefined,
    '',
    'a',
    'a'.repeat(65),
    'a b',
    'a.b',
    '../a',
    'ключ',
  ]),
  ...refused(setOption, 'bad.request', 'value', { key: 'my_key' }, [undefined, '']),
  ...refused(setOption, 'too.large', 'value', { key: 'my_key' }, [
    JSON.stringify('a'.repeat(65_535)),
    // 30,000 characters, but 90,002 bytes.
    JSON.stringify('中'.repeat(30_000)),
  ]),
  ...refused(setOption, 'json.error', 'value', { key: 'my_key' }, [
    '{',
    'nope',
    "{'a':1}",
    '['.repeat(101) + ']'.repeat(101),
  ]),
  ...refused(
    setOption,
    'bad.request',
    'value.title',
    { key: 'site_info' },
    ['ab', 'a'.repeat(33), '', '  a  ', null, 7, undefined].map(siteInfo),
  ),
  ...refused(getOption, 'bad.request', 'key', {}, [undefined, 'a', 'a b']),
];

function allowed(route: Route, ...calls: object[]): [string, Route, object][] {
  return calls.map((fields) => [route.path, route, fields]);
}

/** The smallest and largest values that an administrator may send. */
export const allowedCalls: readonly [string, Route, object][] = [
  ...allowed(createLink, { ...target, short_url: 'e' }, { ...target, short_url: 'e'.repeat(64) }),
  ...allowed(createLink, { ...target, short_url: 'a-_9', ttl_days: 36_500 }),
  ...allowed(createLink, { ...target, title: 't'.repeat(256), description: 'd'.repeat(512) }),
  ...allowed(listLinks, { limit: 200, page: 1 }, { limit: 1, page: 1_000_000 }),
  ...allowed(
    stats.getReport,
    { from: 0, to: RANGE_SECONDS_MAX, time_zone: 'Australia/Lord_Howe' },
    { from: 253_402_300_799 - RANGE_SECONDS_MAX, to: 253_402_300_799, time_zone: 'Asia/Kathmandu' },
    { period: 'all', to: 0 },
    { period: 'year', from: 253_402_300_799, audience: 'all', city: '\u0000', via: 'none' },
  ),
  ...allowed(stats.getLines, {
    ids: Array.from({ length: LINES_MAX }, (_, index) => 999_999_999_999_999 - index),
  }),
  ...allowed(deleteLinks, { ids: Array.from({ length: 1000 }, (_, index) => index + 9999) }),
  ...allowed(
    setOption,
    ...['0', 'null', 'false', '""', JSON.stringify('a'.repeat(65_534))].map((value) => ({
      key: 'ab',
      value,
    })),
  ),
  ...allowed(setOption, { key: 'k'.repeat(64), value: '[]' }, { key: '-_', value: '[]' }),
  ...allowed(
    setOption,
    ...['abc', 'a'.repeat(32)].map((title) => ({ key: 'site_info', value: siteInfo(title) })),
  ),
];
