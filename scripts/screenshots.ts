import { mkdirSync } from 'node:fs';
import { createLink } from '../contracts/links/links.ts';
import { setOption } from '../contracts/site.ts';
import { getReport } from '../contracts/stats/stats.ts';
import { Journal } from '../server/clicks/journal/journal.ts';
import { openJournalDirectory } from '../server/clicks/journal/segments.ts';
import { launchBrowser, VisitorPage } from '../tests/browser/test-browser.ts';
import { listAll, openSetUpSite } from '../tests/journeys/set-up-site.ts';
import { sampleVisits } from './sample-visits.ts';
import { buildWebIfStale } from './web.ts';

/** Takes the screenshots of the README into docs/images. */
const directory = 'docs/images';
const samples = [
  ['https://en.wikipedia.org/wiki/Railway_timetable?useskin=vector', 'timetable', 1310],
  ['https://www.gutenberg.org/ebooks/search/?query=brisk&sort_order=downloads', 'books', 412],
  ['https://www.openstreetmap.org/#map=13/51.5074/-0.1278', 'map', 2870],
  ['https://zh.wikipedia.org/wiki/短網址', 'wiki', 95],
] as const;
const tags = [['travel', 'print'], ['reading'], ['travel'], []];
const titles = ['Railway timetable', 'Books about brisk things', 'The way to the hall', '短網址'];

await buildWebIfStale();
mkdirSync(directory, { recursive: true });
await using site = await openSetUpSite({
  env: { TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country' },
});
await site.call(setOption, { key: 'avatar_service', value: '""' }, site.token);
for (const [index, [longUrl, code]] of samples.entries()) {
  const fields = { long_url: longUrl, short_url: code, title: titles[index], tags: tags[index] };
  await site.call(createLink, fields, site.token);
}
const journal = new Journal({ directory: openJournalDirectory(site.dataDir) });
for (const { id, short_url } of await listAll(site, site.token)) {
  const visits = samples.find(([, code]) => code === short_url)![2];
  for (const visit of sampleVisits(id, visits, Date.now())) journal.append(visit);
}
journal.close();
// A report counts all pending clicks first.
await site.call(getReport, {}, site.token);

const browser = await launchBrowser();
const visitor = await VisitorPage.open(browser, site.url);
const { page } = visitor;
await visitor.logIn(site.token);
await page.goto('/');
await page.getByRole('button', { name: 'Create short link' }).waitFor();
await page.screenshot({ path: `${directory}/home.png` });
await page.goto('/admin/list');
await page.getByRole('button', { name: 'Hide', exact: true }).click();
await page.locator('.links-line path[d^=M]').nth(3).waitFor();
await page.screenshot({ path: `${directory}/links.png` });
await page.goto('/admin/links/map');
await page.locator('.stats-chart svg').waitFor();
await page.locator('[data-country=DE]').waitFor();
await page.setViewportSize({ width: 1280, height: 1000 });
await page.screenshot({ path: `${directory}/statistics.png` });
await browser.close();
