import { afterAll, beforeAll, expect, test } from 'bun:test';
import { exportLinks } from '../../../contracts/export.ts';
import { importLinks } from '../../../contracts/import.ts';
import {
  deleteLinks,
  restoreLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { exportReport, getReport, type Report } from '../../../contracts/stats/stats.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite({ env: { CLICK_FLUSH_SECONDS: '3600' } });
  const rows = [yourlsRow('old', { clicks: '120' }), yourlsRow('new', { clicks: null })];
  await site.call(importLinks, { file: JSON.stringify(rows) }, site.token);
});
afterAll(() => site[Symbol.asyncDispose]());

async function readReport(fields: object): Promise<Report> {
  return (await site.call(getReport, fields, site.token)).data as Report;
}

async function readLink(code: string): Promise<Link> {
  return (await listAll(site, site.token)).find((link) => link.short_url === code)!;
}

test('imported clicks have no visitors, and later visits have', async () => {
  expect(await readLink('old')).toMatchObject({ clicks: 120, people: 0, imported_clicks: 120 });
  expect(await readLink('new')).toMatchObject({ clicks: 0, people: 0, imported_clicks: 0 });
  for (const agent of [FIREFOX, FIREFOX, 'curl/8.0']) {
    await site.fetch('/old', { headers: { 'user-agent': agent } });
  }
  await site.fetch('/new', { headers: { 'user-agent': FIREFOX } });
  const report = await readReport({ short_url: 'old' });
  expect(report).toMatchObject({ clicks: 2, imported_clicks: 120 });
  const { person, scan, preview, bot } = report.totals;
  expect([person, scan, preview, bot]).toEqual([2, 0, 0, 1]);
  const link = await readLink('old');
  expect(link).toMatchObject({ clicks: 123, people: 2, imported_clicks: 120 });
  expect(link.clicks).toBe(report.imported_clicks + person + scan + preview + bot);
  expect(await readReport({ short_url: 'new' })).toMatchObject({ clicks: 1, imported_clicks: 0 });
});

test("the site's report has the imported clicks of all links, with any filter", async () => {
  expect(await readReport({})).toMatchObject({ clicks: 3, imported_clicks: 120 });
  const filtered = { browser: 'Chrome', audience: 'all', period: '24h' };
  expect(await readReport(filtered)).toMatchObject({ clicks: 0, imported_clicks: 120 });
});

test('the CSV of statistics lists imported clicks separately', async () => {
  const response = await site.send(exportReport, { short_url: 'old' }, site.token);
  expect(await response.text()).toContain('\r\ntotal,,before the import,120\r\n');
});

test('the public preview counts people without imported clicks', async () => {
  const { id } = await readLink('old');
  await site.call(updateLink, { id, shows_numbers: 1 }, site.token);
  const page = await (await site.fetch('/old+')).text();
  expect(page).toContain('>2<');
  expect(page).not.toMatch(/>12\d</);
});

test('imported clicks survive an edit, and a delete with its undo', async () => {
  const { id } = await readLink('old');
  await site.call(updateLink, { id, title: 'Changed' }, site.token);
  await site.call(deleteLinks, { ids: [id] }, site.token);
  expect(await readReport({})).toMatchObject({ imported_clicks: 0 });
  await site.call(restoreLinks, { ids: [id] }, site.token);
  expect(await readLink('old')).toMatchObject({ clicks: 123, people: 2, imported_clicks: 120 });
});

test('an export counts all clicks, and its import takes them as imported clicks', async () => {
  const file = await (await site.send(exportLinks, {}, site.token)).text();
  await using other = await openSetUpSite();
  await other.call(importLinks, { file }, other.token);
  const links = await listAll(other, other.token);
  expect(
    links.map(({ short_url: code, clicks, people, imported_clicks: before }) => [
      code,
      clicks,
      people,
      before,
    ]),
  ).toEqual([
    ['new', 1, 0, 1],
    ['old', 123, 0, 123],
  ]);
});
