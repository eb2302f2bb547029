import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createLink } from '../../../contracts/links/links.ts';
import type { Dimension } from '../../../contracts/stats/stats.constants.ts';
import { exportReport, getReport, type Report } from '../../../contracts/stats/stats.ts';
import { sendRaw } from '../raw-http.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { testInAll } from '../../support/test-run.ts';

const SCRIPT = '<script>alert(1)</script>';
const IMAGE = '"><img src=x onerror=alert(1)>';
const OVERRIDE = '\u202e';
const FORMULA = "=cmd|'/C calc'!A1";

/** Values that visitors send, each to its own link, and the expected report. */
const visits: readonly {
  readonly name: string;
  readonly source?: string;
  readonly headers?: readonly string[];
  readonly expected: Partial<Record<Dimension, string>>;
}[] = [
  { name: 'script', source: SCRIPT, expected: { utm_source: SCRIPT } },
  { name: 'image', source: IMAGE, expected: { utm_source: IMAGE } },
  {
    name: 'override',
    source: `a${OVERRIDE}gpj.exe\u0000\u0007\u2028`,
    expected: { utm_source: 'agpj.exe' },
  },
  { name: 'long', source: 'x'.repeat(10_000), expected: { utm_source: 'x'.repeat(100) } },
  { name: 'formula', source: FORMULA, expected: { utm_source: FORMULA } },
  { name: 'plus', source: '+1+1', expected: { utm_source: '+1+1' } },
  { name: 'prototype', source: '__proto__', expected: { utm_source: '__proto__' } },
  {
    name: 'page',
    headers: [`Referer: https://evil.example/${SCRIPT}`],
    expected: { referrer: 'evil.example', page: `evil.example/${SCRIPT}` },
  },
  { name: 'host', headers: [`Referer: https://${SCRIPT}/`], expected: { referrer: '' } },
  { name: 'scheme', headers: ['Referer: javascript:alert(1)'], expected: { referrer: '' } },
  {
    name: 'path',
    headers: [`Referer: https://evil.example/${'y'.repeat(10_000)}`],
    expected: { page: `evil.example/${'y'.repeat(243)}` },
  },
  {
    name: 'override-page',
    headers: ['Referer: https://evil.example/%E2%80%AEgpj.exe'],
    expected: { page: 'evil.example/gpj.exe' },
  },
  {
    name: 'agent',
    headers: [`User-Agent: ${SCRIPT} Firefox/140.0 ${IMAGE}`],
    expected: {},
  },
  { name: 'long-agent', headers: [`User-Agent: ${'z'.repeat(10_000)}`], expected: {} },
  {
    name: 'bytes',
    headers: ['User-Agent: \xff\xfe\xc0', 'Referer: https://a.example/\xff'],
    expected: {},
  },
  { name: 'language', headers: [`Accept-Language: ${SCRIPT}`], expected: { language: '' } },
];

let site: Awaited<ReturnType<typeof openSetUpSite>>;

beforeAll(async () => {
  site = await openSetUpSite();
  for (const { name, source, headers = [] } of visits) {
    const fields = { long_url: `https://example.com/${name}`, short_url: name, title: name };
    await site.call(createLink, fields, site.token);
    const query = source === undefined ? '' : `?utm_source=${encodeURIComponent(source)}`;
    const agent = headers.some((line) => line.startsWith('User-Agent'))
      ? []
      : ['User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'];
    const lines = [`GET /${name}${query} HTTP/1.1`, 'Host: a', ...agent, ...headers];
    const { status } = await sendRaw(
      site.url,
      [...lines, 'Connection: close', '', ''].join('\r\n'),
    );
    expect([name, status]).toEqual([name, 302]);
  }
});
afterAll(() => site[Symbol.asyncDispose]());

async function readReport(code: string): Promise<Report> {
  const { data } = await site.call(getReport, { short_url: code, audience: 'all' }, site.token);
  return data as Report;
}

describe.each([...visits])('$name', ({ name, expected }) => {
  test('is counted, and reported as plain text', async () => {
    const report = await readReport(name);
    expect(report.clicks).toBe(1);
    for (const [dimension, value] of Object.entries(expected)) {
      const { values } = report.lists.find((list) => list.dimension === dimension)!;
      expect(values).toEqual(value === '' ? [] : [{ value, clicks: 1 }]);
    }
    for (const { values, other, none } of report.lists) {
      expect(values.reduce((sum, { clicks }) => sum + clicks, other + none)).toBe(1);
      for (const { value } of values) {
        expect(value.length).toBeLessThanOrEqual(256);
        expect(value).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Cs}]/u);
      }
    }
  });

  testInAll('can be used as a filter', async () => {
    for (const [dimension, value] of Object.entries(expected)) {
      if (value === '') continue;
      const fields = { short_url: name, audience: 'all', [dimension]: value };
      const { data } = await site.call(getReport, fields, site.token);
      expect((data as Report).clicks).toBe(1);
    }
  });

  test('is not a formula in a CSV, and breaks no line of it', async () => {
    const response = await site.send(
      exportReport,
      { short_url: name, audience: 'all' },
      site.token,
    );
    expect(response.headers.get('content-disposition')).toStartWith('attachment');
    const cells = (await response.text()).split('\r\n').slice(1, -1).map(readCells);
    for (const line of cells) {
      expect(line).toHaveLength(4);
      expect(line[1]).not.toMatch(/^[=+\-@\t]/);
    }
    for (const [dimension, value] of Object.entries(expected)) {
      if (value === '') continue;
      const guarded = /^[=+]/.test(value) ? `'${value}` : value;
      expect(cells).toContainEqual([dimension, guarded, '', '1']);
    }
  });
});

/** The cells of a line of CSV. */
function readCells(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
