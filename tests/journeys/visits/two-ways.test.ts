import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setOption } from '../../../contracts/site.ts';
import { readClick } from '../../../server/clicks/journal/click-reader.ts';
import type { RecordedVisit } from '../../../server/stats/ingest/visit-reader.ts';
import { listSegments, openJournalDirectory } from '../../../server/clicks/journal/segments.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { sendRaw } from '../raw-http.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { decodeClicks } from '../../../server/clicks/journal/record.ts';

/*
 * The fast path answers a visit from the received bytes. The full path is the HTTP server, which
 * takes over a connection after any other request. Both must behave the same.
 */

const HOST = 'Host: go.example';
const AGENT = 'User-Agent: Browser/1 (x; y)';
/** After this request, the HTTP server has the connection. */
const ASIDE = `GET /healthz HTTP/1.1\r\n${HOST}\r\n\r\n`;

let site: Awaited<ReturnType<typeof openSetUpSite>>;

beforeAll(async () => {
  site = await openSetUpSite({
    env: { TRUSTED_PROXIES: '127.0.0.0/8', COUNTRY_HEADER: 'X-Country' },
  });
  const engine = await openTestEngine(site.dataDir);
  await seedLinks(engine, [
    { short_url: 'live', long_url: 'https://example.com/?a=%20b#c' },
    { short_url: 'Mixed', long_url: 'https://example.com/mixed' },
    { short_url: 'later', expires_at: 4_000_000_000 },
    { short_url: 'over', expires_at: 1_700_000_001 },
    { short_url: 'off', is_active: 0 },
    // An older version could import such a code; the site's pages win.
    { short_url: 'login' },
    { short_url: 'API' },
  ]);
  await engine.close();
  await site.call(setOption, { key: 'blocked_user_agents', value: '["badbot"]' }, site.token);
});
afterAll(() => site[Symbol.asyncDispose]());

/** The records as text, without checksum and time. */
function readRecords(): string[] {
  const directory = openJournalDirectory(site.dataDir);
  return listSegments(directory).flatMap((name) => {
    const bytes = readFileSync(join(directory, name));
    const records: string[] = [];
    for (let at = 0; at < bytes.length;) {
      const end = at + 6 + bytes.readUInt16LE(at + 4);
      records.push(
        bytes.toString('latin1', at + 4, at + 14) + bytes.toString('latin1', at + 20, end),
      );
      at = end;
    }
    // A segment begins with its own name.
    return records.slice(1);
  });
}

/** The answer to a visit, and its records. */
async function sendVisit(bytes: string, code: string) {
  const before = readRecords().length;
  const answer = await sendRaw(site.url, Buffer.from(bytes, 'latin1'));
  const text = `${answer.head}\r\n\r\n${answer.body}`;
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  const [head = '', body = ''] = last.split('\r\n\r\n', 2);
  const [status, ...headers] = head.split('\r\n');
  return {
    code,
    status,
    headers: headers
      .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
      // Headers of the transport may differ.
      .filter((line) => !/^(date|connection):/.test(line))
      // The nonce differs for each page.
      .map((line) => line.replaceAll(/nonce-[^']+/g, 'nonce'))
      .sort(),
    body: body.replaceAll(/nonce="[^"]+"/g, 'nonce'),
    records: readRecords().slice(before),
  };
}

/** The results of both paths: a visit as the first request, and as a later one. */
async function visitBothPaths(target: string, headers: readonly string[]) {
  const visit = [`GET /${target} HTTP/1.1`, HOST, ...headers, 'Connection: close', '', ''].join(
    '\r\n',
  );
  return { fast: await sendVisit(visit, target), full: await sendVisit(ASIDE + visit, target) };
}

const visits: readonly (readonly [string, string, readonly string[]])[] = [
  ['a link', 'live', [AGENT, 'Referer: https://a.example/?q=1', 'Accept-Language: de, en;q=0.5']],
  ['a link with a query', 'live?utm_source=poster', [AGENT]],
  ['an empty query', 'live?', [AGENT]],
  ['a query with signs', "live?a=%20b+c&d=/?e:@!$&(*),;=-._~'", [AGENT]],
  ['a query with brackets', 'live?a[]={b|c}^`d`<e>"f"\\', [AGENT]],
  ['a query with a fragment', 'live?a=b#c?d', [AGENT]],
  ['a query beyond ASCII', 'live?a=\u00e4\u00c3\u00a4', [AGENT]],
  ['a query longer than a record keeps', `live?${'q'.repeat(2000)}`, [AGENT]],
  ['one with a campaign', `live?${'q&'.repeat(5000)}utm_term=%E6&via=a%2Bb&qr`, [AGENT]],
  ['a request not to be tracked', 'live', [AGENT, 'DNT: 1']],
  ['the same in the newer form', 'live', [AGENT, 'sec-gpc:  1 ']],
  ['no such request', 'live', [AGENT, 'DNT: 0', 'Sec-GPC: true']],
  ['the request twice', 'live', [AGENT, 'DNT: 1', 'DNT: 1']],
  ['a country from a trusted proxy', 'live', [AGENT, 'X-COUNTRY: de ']],
  ['an empty country', 'live', [AGENT, 'X-Country:']],
  ['an invalid country', 'live', [AGENT, 'X-Country: somewhere']],
  ['two countries', 'live', [AGENT, 'X-Country: DE', 'X-Country: FR']],
  ['a code in capitals', 'LIVE', [AGENT]],
  ['a code stored in mixed case', 'Mixed', [AGENT]],
  ['a link that expires later', 'later', [AGENT]],
  ['no user agent', 'live', []],
  ['an empty user agent', 'live', ['User-Agent:']],
  [
    'blanks around values',
    'live',
    ['User-Agent: \t Browser/2  \t', 'Referer:  https://a.example/ '],
  ],
  [
    'values longer than a record keeps',
    'live',
    [
      `User-Agent: ${'u'.repeat(2000)}`,
      `Referer: https://a.example/${'r'.repeat(3000)}`,
      `Accept-Language: ${'l'.repeat(300)}`,
    ],
  ],
  [
    'bytes beyond ASCII',
    'live',
    ['User-Agent: B\u00e4r \u00c3\u00a4', 'Referer: https://a.example/\u00e4'],
  ],
  ['an address from a trusted proxy', 'live', [AGENT, 'X-Forwarded-For: 198.51.100.7']],
  ['one of IPv6', 'live', [AGENT, 'X-Forwarded-For: 2001:db8:1:2::3']],
  ['nonsense in place of an address', 'live', [AGENT, 'X-Forwarded-For: nobody, <b>']],
  ['a user agent that is sent away', 'live', ['User-Agent: BadBot/1']],
  ['an expired link', 'over', [AGENT]],
  ['a link that was switched off', 'off', [AGENT]],
  ['an unknown code', 'nothing', [AGENT]],
  ['a page of the site', 'login', [AGENT]],
  ['the API, whose name is the code of a link', 'API', [AGENT]],
];

test.each(visits)(
  'fast path and full path answer and record the same: %s',
  async (_, target, headers) => {
    const { fast, full } = await visitBothPaths(target, headers);
    expect(fast).toEqual(full);
    const isLink =
      /^(live|LIVE|Mixed|later)/.test(target) && !headers.includes('User-Agent: BadBot/1');
    expect(fast.status).toStartWith(isLink ? 'HTTP/1.1 302' : 'HTTP/1.1 ');
    expect(fast.records).toHaveLength(isLink ? 1 : 0);
  },
);

const destinations: readonly (readonly [isEmbedded: boolean, headers: readonly string[]])[] = [
  ...['image', 'iframe', 'embed', 'object', 'frame', 'script', 'style', 'audio', 'video'].map(
    (destination) => [true, [`Sec-Fetch-Dest: ${destination}`]] as const,
  ),
  [true, ['sec-fetch-dest:  FONT ', 'Sec-Fetch-Mode: no-cors']],
  [true, ['Sec-Fetch-Dest: track', 'DNT: 1']],
  [false, []],
  [false, ['Sec-Fetch-Dest:']],
  [false, ['Sec-Fetch-Dest: document', 'Sec-Fetch-Mode: navigate']],
  [false, ['Sec-Fetch-Dest: empty']],
  [false, ['Sec-Fetch-Dest: document', 'Sec-Fetch-Dest: image']],
  [false, ['Sec-Fetch-Dest: "image"']],
];

test.each(destinations)(
  'fast path and full path record whether a page embeds the link: %p by %p',
  async (isEmbedded, headers) => {
    const { fast, full } = await visitBothPaths('live', [AGENT, ...headers]);
    expect(fast).toEqual(full);
    expect(fast.status).toStartWith('HTTP/1.1 302');
    expect(readLast().isEmbedded).toBe(isEmbedded);
  },
);

const declarations: readonly (readonly [string, readonly string[], number])[] = [
  ['prefetch', ['Sec-Purpose: prefetch;prerender'], 0],
  ['by an older browser', ['Purpose: prefetch'], 0],
  ['by an old Firefox', ['X-Moz: prefetch'], 0],
  ['preview, by an app or a start page', ['X-Purpose: preview'], 0],
  ['after an empty declaration', ['Sec-Purpose:', 'Purpose: prefetch'], 0],
  ['after another purpose', ['Sec-Purpose: visual', 'X-Moz: prefetch'], 0],
  ['after all others', ['Sec-Purpose:', 'Purpose: visual', 'X-Moz:', 'X-PURPOSE: Preview'], 0],
  ['on a second line', ['Purpose: visual', 'Purpose: prefetch'], 0],
  ['only empty declarations', ['Sec-Purpose:', 'Purpose:', 'X-Moz:', 'X-Purpose:'], 1],
  ['another purpose', ['Sec-Purpose: visual', 'X-Purpose: instant'], 1],
];

test.each(declarations)(
  'fast path and full path refuse a declared prefetch, and count nothing: %s',
  async (...visit) => {
    const [, headers, counted] = visit;
    const { fast, full } = await visitBothPaths('live', [AGENT, ...headers]);
    expect(fast).toEqual(full);
    expect(fast.status).toStartWith(counted === 1 ? 'HTTP/1.1 302' : 'HTTP/1.1 503');
    expect(fast.records).toHaveLength(counted);
    if (counted === 1) return;
    expect(fast.headers).toContain('cache-control: no-store');
    expect(fast.headers.join()).not.toContain('location');
  },
);

test.each(['live', 'nothing', 'over', 'live+', 'nothing/below', 'LIVE.'])(
  'a declared prefetch of /%s is refused, by GET and HEAD',
  async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const lines = [`${method} /${path} HTTP/1.1`, HOST, AGENT, 'Sec-Purpose: prefetch'];
      const bytes = `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
      const { status, headers, records } = await sendVisit(bytes, path);
      expect(status).toStartWith('HTTP/1.1 503');
      expect(headers).toContain('cache-control: no-store');
      expect([headers.join().includes('location'), records]).toEqual([false, []]);
    }
  },
);

test.each(['', 'login', 'api/urls', 'favicon.svg', 'healthz'])(
  'a declared prefetch of the page /%s is answered like any request',
  async (path) => {
    const { status } = await sendVisit(
      `GET /${path} HTTP/1.1\r\n${HOST}\r\nSec-Purpose: prefetch\r\nConnection: close\r\n\r\n`,
      path,
    );
    expect(status).not.toContain(' 503');
  },
);

/** The newest record of the journal. */
function readLast(): RecordedVisit {
  const directory = openJournalDirectory(site.dataDir);
  const bytes = readFileSync(join(directory, listSegments(directory).at(-1)!));
  let last = 0;
  decodeClicks(bytes, (_, start) => {
    last = start;
  });
  return readClick(bytes, last);
}

test.each([
  ['GET /live?via=card&qr', 'via=card&qr', ['DNT: 1', 'X-Country: DE'], true, 'DE'],
  ['GET /live?', '', ['X-Country: somewhere'], false, ''],
  ['GET /live', '', ['Sec-GPC: 1', 'X-Country: fr'], true, 'fr'],
  ['GET /live?a#b', 'a', ['DNT: 0'], false, ''],
  ['GET /live?twice', 'twice', ['DNT: 1', 'DNT: 1'], true, ''],
  ['GET /live?a=list', 'a=list', ['Sec-GPC: 0,1 , true'], true, ''],
  ['GET /live?both', 'both', ['DNT: 0', 'DNT:', 'Sec-GPC: 0', 'Sec-GPC: 1'], true, ''],
  ['GET /live?no', 'no', ['DNT: 0, 11, 1;', 'Sec-GPC: true, 1 1'], false, ''],
] as const)('the record of %p keeps the header', async (line, query, headers, asks, country) => {
  const visit = [`${line} HTTP/1.1`, HOST, AGENT, ...headers, 'Connection: close', '', ''];
  for (const before of ['', ASIDE]) {
    await sendRaw(site.url, before + visit.join('\r\n'));
    expect(readLast()).toMatchObject({
      query,
      country,
      asksNotToBeTracked: asks,
      address: '127.0.0',
    });
  }
});

test('the record of a long query keeps its campaign tags', async () => {
  const query = `${'q'.repeat(600)}&utm_source=&utm_source=poster&QR`;
  const visit = [`GET /live?${query} HTTP/1.1`, HOST, AGENT, 'Connection: close', '', ''];
  for (const before of ['', ASIDE]) {
    await sendRaw(site.url, before + visit.join('\r\n'));
    expect(readLast().query).toBe('qr&utm_source=poster');
  }
});

test.each([
  ['198.51.100.7:4711', '198.51.100'],
  ['::ffff:198.51.100.8', '198.51.100'],
  ['::ffff:c633:6409', '198.51.100'],
  ['2001:db8:1::1', '2001:db8:1::'],
  ['[2001:DB8:1::2]:443', '2001:db8:1::'],
  ['2001:0db8:0001::3', '2001:db8:1::'],
])('the record of a visit from %s keeps %s', async (address, kept) => {
  const visit = ['GET /live HTTP/1.1', HOST, AGENT, `X-Forwarded-For: ${address}`];
  for (const before of ['', ASIDE]) {
    await sendRaw(site.url, `${before}${visit.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    expect(readLast().address).toBe(kept);
  }
});

test('a page of the site wins over a link with the same name', async () => {
  const { head, body } = await sendRaw(
    site.url,
    `GET /login HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`,
  );
  expect(head).toStartWith('HTTP/1.1 200');
  expect(body).toContain('<!doctype html>');
});
