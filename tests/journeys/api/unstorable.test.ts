import { expect, test } from 'bun:test';
import { createLink, searchLinks } from '../../../contracts/links/links.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { isPostgres } from '../../support/test-engine.ts';
import { sendRaw } from '../raw-http.ts';
import { drain, listAll, openSetUpSite } from '../set-up-site.ts';

test('U+0000 becomes a space in stored texts, and finds nothing or is refused in queries', async () => {
  await using site = await openSetUpSite();
  const fields = { long_url: 'https://example.com/', short_url: 'a', title: 'x\u0000y' };
  expect((await site.call(createLink, fields, site.token)).code).toBe(200);
  expect((await listAll(site, site.token)).map(({ title }) => title)).toEqual(['x y']);
  const search = (filter: 'title' | 'short_url') =>
    site.call(searchLinks, { filter, keyword: 'x\u0000y' }, site.token);
  // The search ignores invisible characters of titles.
  expect(await search('title')).toMatchObject({ code: 404, msg: 'no.query' });
  // PostgreSQL cannot store U+0000 in a text.
  expect(await search('short_url')).toMatchObject(
    isPostgres ? { code: 400, msg: 'bad.request' } : { code: 404, msg: 'no.query' },
  );
  expect((await site.fetch('/x%00y')).status).toBe(404);
});

test('a visit with U+0000 is counted like others', async () => {
  await using site = await openSetUpSite();
  const fields = { long_url: 'https://example.com/', short_url: 'a', title: 'x' };
  await site.call(createLink, fields, site.token);
  const lines = [
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64)\0 Gecko/20100101 Firefox/140.0',
    'Referer: https://told.example/\0x',
    'Referer: https://told.example/%00y',
    'Accept-Language: d\0e',
    'CF-IPCountry: \0\0',
  ];
  const visit = async (query: string, line: string): Promise<number> => {
    const request = [`GET /a${query} HTTP/1.1`, 'Host: a', line, 'Connection: close', '', ''];
    return (await sendRaw(site.url, request.join('\r\n'))).status;
  };
  const statuses = await Promise.all([
    visit('?utm_source=%00z&via=%00', 'Accept: */*'),
    ...lines.map((line) => visit('', line)),
  ]);
  expect(new Set(statuses)).toEqual(new Set([302]));
  await drain(site);
  const counted = { clicks: statuses.length, pending_clicks: 0 };
  expect(await listAll(site, site.token)).toMatchObject([counted]);
  const filters = { audience: 'all', period: '24h', utm_source: 'z' };
  expect(await site.call(getReport, filters, site.token)).toMatchObject({ data: { clicks: 1 } });
});
