import { describe, expect, test } from 'bun:test';
import { fc } from '../../tests/support/random.ts';
import { copyFastVisit, createFastVisit, parseFastVisit } from './fast-visit.ts';

const HOST = 'Host: go.example';

function read(text: string, start = 0, countryHeader: string | null = null) {
  const visit = createFastVisit(countryHeader);
  const bytes = Buffer.from(text, 'latin1');
  if (!parseFastVisit(bytes, start, visit)) return null;
  const textOf = ({ start, end }: { start: number; end: number }) =>
    start === 0 ? null : bytes.toString('latin1', start, end);
  return {
    code: visit.code,
    end: visit.end,
    isLast: visit.isLast,
    userAgent: textOf(visit.userAgent),
    referrer: textOf(visit.referrer),
    language: textOf(visit.language),
    forwardedFor: textOf(visit.forwardedFor),
    query: textOf(visit.query),
    country: textOf(visit.country),
    asksNotToBeTracked: visit.asksNotToBeTracked,
  };
}

function request(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n');
}

describe('a visit on the fast path', () => {
  test('is read with everything that the journal keeps', () => {
    const text = request(
      '/Poster-1_x?utm_source=a%20b',
      'hOST: go.example:8080',
      'User-Agent:  Browser/1 (x; y) ',
      'Accept: */*',
      'Referer: https://a.example/?q=1',
      'accept-language: de, en;q=0.5',
      'X-Forwarded-For: 203.0.113.7, 10.0.0.1',
      'CF-IPCountry: DE',
      'DNT: 1',
      'Connection: Keep-Alive',
    );
    expect(read(text, 0, 'cf-ipcountry')).toEqual({
      code: 'Poster-1_x',
      end: text.length,
      isLast: false,
      userAgent: 'Browser/1 (x; y)',
      referrer: 'https://a.example/?q=1',
      language: 'de, en;q=0.5',
      forwardedFor: '203.0.113.7, 10.0.0.1',
      query: 'utm_source=a%20b',
      country: 'DE',
      asksNotToBeTracked: true,
    });
  });

  test('may have a query, close the connection, and follow another visit', () => {
    const first = request('/a?utm=1&x=/b?', HOST);
    const second = request('/b', HOST, 'Connection: CLOSE');
    expect(read(first + second)).toMatchObject({
      code: 'a',
      end: first.length,
      isLast: false,
      query: 'utm=1&x=/b?',
    });
    expect(read(first + second, first.length)).toMatchObject({
      code: 'b',
      end: first.length + second.length,
      isLast: true,
      userAgent: null,
      query: null,
    });
  });

  test.each(['/a/b', '/docs/2026/Intro_1', `/a/${'b'.repeat(253)}`])(
    'may ask for a code of several segments: %s',
    (path) => {
      expect(read(request(`${path}?x=/y`, HOST))).toMatchObject({ code: path, query: 'x=/y' });
    },
  );

  test('names a country only if a header for it is set', () => {
    expect(read(request('/a', HOST, 'CF-IPCountry: DE'))!.country).toBeNull();
    for (const name of ['country', 'x-country-code', 'x_country', 'dnt', 'user-agent']) {
      const text = request('/a', HOST, `${name.toUpperCase()}: DE `);
      expect([name, read(text, 0, name)!.country]).toEqual([name, 'DE']);
      expect(read(request('/a', HOST, `${name}: DE`, `${name}: FR`), 0, name)).toBeNull();
      expect(read(request('/a', HOST, `${name}:`, `${name}: FR`), 0, name)).toBeNull();
    }
  });

  test.each([
    [false, []],
    [true, ['DNT: 1']],
    [true, ['dnt:1']],
    [true, ['Sec-GPC: \t1 ']],
    [true, ['DNT: 0', 'Sec-GPC: 1']],
    [false, ['DNT: 0']],
    [false, ['DNT: 11']],
    [false, ['DNT:', 'Sec-GPC: true']],
    [false, ['X-DNT: 1', 'Sec-GPX: 1']],
    [true, ['DNT: 1', 'Accept: a, b']],
    [false, ['DNT: 11', 'Sec-GPC: 0 1', 'Accept: a, 1']],
  ] as const)('asks not to be tracked: %p by %p', (asks, headers) => {
    // An earlier visit in the same object.
    const visit = createFastVisit();
    const before = request('/b', HOST, 'DNT: 1');
    const bytes = Buffer.from(before + request('/a', HOST, ...headers), 'latin1');
    expect(parseFastVisit(bytes, 0, visit)).toBeTrue();
    expect(parseFastVisit(bytes, visit.end, visit)).toBeTrue();
    expect(visit.asksNotToBeTracked).toBe(asks);
  });

  test.each([
    [false, []],
    [false, ['Sec-Fetch-Dest: document']],
    [false, ['Sec-Fetch-Dest: EMPTY', 'Sec-Fetch-Mode: cors']],
    [false, ['Sec-Fetch-Dest:']],
    [false, ['Sec-Fetch-Desk: image']],
    [true, ['sec-fetch-dest: image']],
    [true, ['Sec-Fetch-Dest: \t iframe ']],
    [true, ['SEC-FETCH-DEST: Script']],
    [true, ['Sec-Fetch-Dest: documents']],
  ] as const)('is embedded: %p by %p', (isEmbedded, headers) => {
    const visit = createFastVisit();
    const before = request('/b', HOST, 'Sec-Fetch-Dest: image');
    const bytes = Buffer.from(before + request('/a', HOST, ...headers), 'latin1');
    expect(parseFastVisit(bytes, 0, visit)).toBeTrue();
    expect(visit.isEmbedded).toBeTrue();
    expect(parseFastVisit(bytes, visit.end, visit)).toBeTrue();
    expect(visit.isEmbedded).toBe(isEmbedded);
  });

  test('has copies that later visits do not change', () => {
    const visit = createFastVisit('country');
    const text = request('/a?b', HOST, 'User-Agent: c', 'Referer: d', 'Country: DE', 'DNT: 1');
    expect(parseFastVisit(Buffer.from(text), 0, visit)).toBeTrue();
    const copy = copyFastVisit(visit);
    const before = structuredClone(copy);
    expect(parseFastVisit(Buffer.from(request('/other', HOST)), 0, visit)).toBeTrue();
    expect(copy).toEqual(before);
    expect(copy.query).not.toEqual(visit.query);
  });
});

describe('not on the fast path:', () => {
  const none: readonly [string, string][] = [
    ['another method', request('/a', HOST).replace('GET', 'POST')],
    ['HEAD', request('/a', HOST).replace('GET', 'HEAD')],
    ['a method in small letters', request('/a', HOST).replace('GET', 'get')],
    ['two destinations', request('/a', HOST, 'Sec-Fetch-Dest: image', 'Sec-Fetch-Dest: image')],
    ['a destination that is no word', request('/a', HOST, 'Sec-Fetch-Dest: image, document')],
    ['the home page', request('/', HOST)],
    ['a call', request('/API/urls', HOST)],
    ['an empty segment', request('/a//b', HOST)],
    ['a slash before', request('//a', HOST)],
    ['a slash behind two segments', request('/a/b/', HOST)],
    ['percent-encoding in the second segment', request('/a/%61', HOST)],
    ['256 characters of two segments', request(`/a/${'b'.repeat(254)}`, HOST)],
    ['60,000 slashes', request(`/a${'/a'.repeat(60_000)}`, HOST)],
    ['a slash behind', request('/a/', HOST)],
    ['percent-encoding', request('/%61', HOST)],
    ['a dot', request('/a.b', HOST)],
    ['a fragment', request('/a#b', HOST)],
    ['a whole URL', request('http://go.example/a', HOST)],
    ['65 characters', request(`/${'a'.repeat(65)}`, HOST)],
    ['HTTP/1.0', request('/a', HOST).replace('1.1', '1.0')],
    ['HTTP/1.11', request('/a', HOST).replace('1.1', '1.11')],
    ['no version', `GET /a\r\n${HOST}\r\n\r\n`],
    ['two blanks', request('/a', HOST).replace('/a ', '/a  ')],
    ['no host', request('/a', 'User-Agent: x')],
    ['an empty host', request('/a', 'Host:')],
    ['two hosts', request('/a', HOST, 'Host: other.example')],
    ['a body', request('/a', HOST, 'Content-Length: 5')],
    ['an empty body', request('/a', HOST, 'content-length: 0')],
    ['a chunked body', request('/a', HOST, 'Transfer-Encoding: chunked')],
    ['an upgrade', request('/a', HOST, 'Upgrade: websocket')],
    ['an expectation', request('/a', HOST, 'Expect: 100-continue')],
    ['a prefetch', request('/a', HOST, 'Sec-Purpose: prefetch')],
    ['an older prefetch', request('/a', HOST, 'Purpose: prefetch')],
    ['an old prefetch', request('/a', HOST, 'X-Moz: prefetch')],
    ['a preview', request('/a', HOST, 'X-Purpose: preview')],
    ['another connection header', request('/a', HOST, 'Connection: upgrade')],
    ['several connection options', request('/a', HOST, 'Connection: keep-alive, close')],
    ['a header twice', request('/a', HOST, 'User-Agent: a', 'User-Agent: b')],
    ['DNT twice', request('/a', HOST, 'DNT: 0', 'DNT: 1')],
    ['Sec-GPC twice', request('/a', HOST, 'Sec-GPC: 1', 'sec-gpc: 1')],
    ['a list in DNT', request('/a', HOST, 'DNT: 0, 1')],
    ['a list in Sec-GPC', request('/a', HOST, 'Sec-GPC: 1,')],
    ['a fragment behind a query', request('/a?b#c', HOST)],
    ['a query with quotes', request('/a?b="c"', HOST)],
    ['a query beyond ASCII', request('/a?b=\u00e4', HOST)],
    ['a query with a tab', request('/a?b=\tc', HOST)],
    ['a header over two lines', request('/a', HOST, 'X-A: b', ' c')],
    ['a blank before the colon', request('/a', HOST, 'Content-Length : 5')],
    ['a line without a colon', request('/a', HOST, 'nonsense')],
    ['a nameless header', request('/a', HOST, ': x')],
    ['line feeds alone', request('/a', HOST).replaceAll('\r\n', '\n')],
    ['a line feed alone in the middle', request('/a', HOST, 'X-A: b\nContent-Length: 5')],
    ['a carriage return alone at the end', `GET /a HTTP/1.1\r\n${HOST}\r\n\rX`],
    ['nothing', ''],
    ['something else', '\u0016\u0003\u0001\u0002\u0000'],
  ];
  test.each(none)('%s', (_, text) => {
    expect(read(text)).toBeNull();
  });

  test('an incomplete head of any length', () => {
    const text = request('/abc?x', HOST, 'User-Agent: y', 'Connection: close');
    for (let length = 0; length < text.length; length += 1) {
      expect([length, read(text.slice(0, length))]).toEqual([length, null]);
    }
  });
});

test('any request is read to its own end or refused', () => {
  const part = fc.oneof(
    fc.constantFrom('GET /a', ' HTTP/1.1\r\n', HOST, '\r\n', ':', ' ', 'Content-Length: 3', '\n'),
    fc.string({ unit: 'binary-ascii', maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      const text = parts.join('');
      const visit = read(text);
      if (visit === null) return;
      const head = text.slice(0, visit.end);
      expect(head.endsWith('\r\n\r\n')).toBe(true);
      expect(head.indexOf('\r\n\r\n')).toBe(head.length - 4);
      expect(head).not.toMatch(/content-length/i);
    }),
    { numRuns: 3000 },
  );
});
