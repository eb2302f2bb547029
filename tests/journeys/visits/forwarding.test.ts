import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createLink, type Link } from '../../../contracts/links/links.ts';
import { setOption, settings } from '../../../contracts/site.ts';
import { sendRaw } from '../raw-http.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';

const TARGET = 'https://safe.example/folder?own=1#part';
/** The fast path leaves a visit with this header to the HTTP server. */
const SLOW = 'Purpose: ';

let site: SetUpSite;

beforeAll(async () => {
  site = await openSetUpSite();
  const both = { forward_path: 1, forward_query: 1 };
  await create({ short_url: 'fwd', long_url: TARGET, ...both });
  await create({ short_url: 'bare', long_url: 'https://safe.example', ...both });
  const rules = [{ when: { query: { to: '*' } }, target: 'https://safe.example/rule' }];
  await create({ short_url: 'ruled', long_url: TARGET, ...both, rules });
  await create({ short_url: 'query', long_url: TARGET, forward_query: 1 });
});
afterAll(() => site[Symbol.asyncDispose]());

async function create(fields: object): Promise<Link> {
  const created = await site.call(createLink, { title: 'x', ...fields }, site.token);
  expect(created.code).toBe(200);
  return created.data as Link;
}

/** The answer to a request whose target is sent as it is, byte by byte. */
async function visit(target: string, ...headers: readonly string[]) {
  const lines = [`GET ${target} HTTP/1.1`, 'Host: go.example', ...headers, 'Connection: close'];
  const { status, head } = await sendRaw(site.url, `${lines.join('\r\n')}\r\n\r\n`);
  const locations = [...head.matchAll(/^location: ?(.*)$/gim)].map(([, url]) => url!.trim());
  return { status, locations, head };
}

const hostilePaths = [
  '//evil.example',
  '///evil.example/x',
  '/\\evil.example',
  '\\evil.example',
  '/%5cevil.example',
  '/%2f%2fevil.example',
  '%2fevil.example',
  '..%2f..%2fevil.example',
  '/%2e%2e/%2e%2e/evil.example',
  '/../../evil.example',
  '/..;/evil.example',
  '@evil.example',
  '/@evil.example',
  '/user:word@evil.example/',
  ':80@evil.example',
  '.evil.example',
  '/.evil.example',
  '/https://evil.example/',
  '/https:%2f%2fevil.example',
  '/javascript:alert(1)',
  '/data:text/html,<script>1</script>',
  '/%0d%0aLocation:%20https://evil.example',
  '/%0d%0a%0d%0a<script>',
  '/%00',
  '/a%00b',
  '/%ff%fe',
  '/%c0%af%c0%af',
  '/\xff\xfe',
  '/%e3%80%82evil',
  '/%E2%80%AE',
  '/a#@evil.example',
  '/a?@evil.example',
  '/a?own=https://evil.example&x=//evil.example',
  `/${'x'.repeat(8000)}`,
  `/${'a/'.repeat(4000)}`,
  `/a?${'y'.repeat(8000)}`,
] as const;

const hostileQueries = [
  'x=//evil.example',
  '@evil.example',
  '#@evil.example',
  '?own=2',
  'own=2&%6Fwn=3&own',
  '\\evil.example',
  '%0d%0aLocation:%20https://evil.example',
  '%00',
  '%ff',
  '\xe4\xff',
  'a=javascript:alert(1)',
  '&&&==&',
  `x=${'y'.repeat(9000)}`,
  'a&'.repeat(5000),
  '__proto__=1',
] as const;

function expectSafe({ status, locations, head }: Awaited<ReturnType<typeof visit>>): void {
  expect(head).not.toContain('\r\n\r\n');
  if (locations.length === 0) {
    expect([200, 400, 404, 414, 431]).toContain(status);
    return;
  }
  expect(locations).toHaveLength(1);
  expect(locations[0]).toMatch(/^[!-~]+$/);
  const { protocol, host, username, password, pathname } = new URL(locations[0]!);
  expect([protocol, host, username, password]).toEqual(['https:', 'safe.example', '', '']);
  expect(pathname).toMatch(/^\/(?:folder|rule|$|\/|[^/])/);
}

describe.each(firstInShort(['fwd', 'bare', 'ruled']))(
  'the link %s leads to no other host',
  (code) => {
    test.each(hostilePaths.map((path) => [path.slice(0, 60), path] as const))(
      'by the path %j',
      async (_, path) => {
        const first = await visit(`/${code}${path}`);
        expectSafe(first);
        const slow = await visit(`/${code}${path}`, SLOW);
        expect([slow.status, slow.locations]).toEqual([first.status, first.locations]);
      },
    );
  },
);

describe.each(firstInShort(['fwd', 'query', 'ruled']))(
  'the link %s leads to no other host',
  (code) => {
    test.each(hostileQueries.map((query) => [query.slice(0, 60), query] as const))(
      'by the query %j',
      async (_, query) => {
        const fast = await visit(`/${code}?${query}`);
        expect(fast.status).toBe(302);
        expectSafe(fast);
        const url = new URL(fast.locations[0]!);
        expect(url.searchParams.getAll('own')).toEqual(code === 'query' || url.hash ? ['1'] : []);
        const slow = await visit(`/${code}?${query}`, SLOW);
        expect([slow.status, slow.locations]).toEqual([fast.status, fast.locations]);
      },
    );
  },
);

test('a folder of the target is never left', async () => {
  for (const path of ['/../x', '/%2e%2e/x', '/a/../../x', '/..', '/.%2e/', '/a/..;/..;/x']) {
    const { status, locations } = await visit(`/fwd${path}`);
    // The HTTP server resolves dots before: then another code is asked for.
    if (locations.length === 0) expect([200, 404]).toContain(status);
    else expect(new URL(locations[0]!).pathname).toStartWith('/folder');
  }
});

test('a link that forwards nothing has no paths, and ignores queries', async () => {
  await create({ short_url: 'plain', long_url: TARGET });
  expect((await visit('/plain/x')).status).toBe(404);
  expect((await visit('/plain?a=b')).locations).toEqual([TARGET]);
  // Slashes around a code belong to no path.
  expect((await visit('//plain//')).locations).toEqual([TARGET]);
  expect((await visit('/fwd/')).locations).toEqual([TARGET]);
});

async function draw(...headers: readonly string[]): Promise<string> {
  return (await visit('/split', ...headers)).locations[0]!;
}

test('a split keeps a visitor for a day, and draws anew where visitors are not told apart', async () => {
  const split = ['https://a.example/', 'https://b.example/'].map((target) => ({
    target,
    weight: 1,
  }));
  await create({ short_url: 'split', long_url: TARGET, rules: [{ when: {}, split }] });
  const visits = 60;
  const first = new Set<string>();
  for (let count = 0; count < visits; count += 1) {
    first.add(await draw()).add(await draw(SLOW));
  }
  expect(first.size).toBe(1);
  const agents = new Set<string>();
  for (let count = 0; count < visits; count += 1) {
    const agent = `User-Agent: Browser/${count}`;
    const target = await draw(agent);
    expect(await draw(agent, SLOW)).toBe(target);
    agents.add(target);
  }
  expect(agents.size).toBe(2);
  const value = JSON.stringify({ ...settings.statistics.parse(undefined), count_only: true });
  const changed = await site.call(setOption, { key: 'statistics', value }, site.token);
  expect(changed.code).toBe(200);
  for (const headers of [[], [SLOW]]) {
    const anew = new Set<string>();
    for (let count = 0; count < visits; count += 1) anew.add(await draw(...headers));
    expect(anew.size).toBe(2);
  }
});
