import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLink } from '../../../contracts/links/links.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { DATABASE_FILE } from '../../../server/engine/files/data-directory.ts';
import { sendRaw } from '../raw-http.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';
import { readProjection, readStored, readTables } from '../stored-bytes.ts';
import { createDataDir } from '../test-site.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The address of each visitor, and the shortened form that must not be stored either. */
const addresses = [
  { address: '198.51.100.77', shortened: '198.51.100' },
  { address: '2001:db8:77:1:2:3:4:5', shortened: '2001:db8:77:' },
  { address: '2001:DB8:78::9', shortened: '2001:db8:78:' },
];

/** Visitors with Do Not Track, and visitors of a link that is only counted. */
const shyVisits = [
  { code: 'open', header: 'DNT: 1' },
  { code: 'open', header: 'Sec-GPC: 1' },
  { code: 'counted', header: 'Accept: */*' },
];

const dataDir = createDataDir();
/** The stored bytes after a stop: all files, and the database alone. */
let stored: Buffer;
let database: Buffer;

beforeAll(async () => {
  const site = await openSetUpSite({ dataDir, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  for (const link of [{ short_url: 'open' }, { short_url: 'counted', is_count_only: 1 }]) {
    const fields = { ...link, long_url: 'https://example.com/', title: 'x' };
    await site.call(createLink, fields, site.token);
  }
  const visit = async (path: string, lines: readonly string[]): Promise<void> => {
    // The fast path, and the full path after another request on the connection.
    for (const before of ['', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n']) {
      const request = [`GET /${path} HTTP/1.1`, 'Host: go.example', ...lines, 'Connection: close'];
      const { head, body } = await sendRaw(site.url, `${before}${request.join('\r\n')}\r\n\r\n`);
      expect(`${head}\r\n${body}`).toContain('302 Found');
    }
  };
  for (const { address } of addresses) {
    const headers = [`User-Agent: ${FIREFOX}`, 'Referer: https://told.example/page'];
    await visit('open?utm_source=letter', [`X-Forwarded-For: ${address}`, ...headers]);
  }
  for (const [number, { code, header }] of shyVisits.entries()) {
    const headers = [
      `User-Agent: Shy${number} ${FIREFOX}`,
      `Referer: https://shy${number}.example/`,
    ];
    await visit(`${code}?utm_source=undisclosed${number}`, [
      `X-Forwarded-For: ${addresses[0]!.address}`,
      header,
      ...headers,
    ]);
  }
  // Waits until the visits are counted.
  expect((await readStored(dataDir)).includes(addresses[0]!.shortened)).toBe(true);
  await site.call(getReport, { short_url: 'open' }, site.token);
  await site.stop();
  const projection = await readProjection(dataDir);
  expect(projection.includes('told.example/page')).toBe(true);
  stored = Buffer.concat([await readStored(dataDir), projection]);
  const files = ['', '-wal'].map((end) => join(dataDir, `${DATABASE_FILE}${end}`));
  database = Buffer.concat([
    ...files.filter((file) => existsSync(file)).map((file) => readFileSync(file)),
    ...(await readTables(dataDir)),
    projection,
  ]);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test.each(addresses)('neither $address nor its shortened form is stored', (visitor) => {
  for (const text of Object.values(visitor)) {
    expect(stored.includes(text)).toBe(false);
    expect(stored.includes(text.toLowerCase())).toBe(false);
  }
});

test('for other visitors the statistics have their dimensions', () => {
  for (const text of [FIREFOX, 'told.example/page', 'letter']) {
    expect([text, database.includes(text)]).toEqual([text, true]);
  }
});

test('no details are stored of visitors with Do Not Track, nor of links with count_only', () => {
  for (const text of ['Shy', 'shy', 'undisclosed']) {
    expect([text, database.includes(text)]).toEqual([text, false]);
  }
});

test('all these visits are counted', async () => {
  const site = await openSetUpSite({ dataDir });
  const links = await listAll(site, site.token);
  expect(links.map(({ short_url, clicks }) => [short_url, clicks])).toEqual([
    ['counted', 2],
    ['open', 10],
  ]);
  await site.stop();
});
