import { mkdirSync } from 'node:fs';
import { createLink } from '../contracts/links.ts';
import { setOption } from '../contracts/site.ts';
import { launchBrowser, VisitorPage } from '../tests/browser/test-browser.ts';
import { drain, openSetUpSite } from '../tests/journeys/set-up-site.ts';
import { buildWebIfStale } from './web.ts';

/** Takes the pictures of the README into docs/images. */
const directory = 'docs/images';
const samples = [
  ['https://en.wikipedia.org/wiki/Railway_timetable?useskin=vector', 'timetable', 31],
  ['https://www.gutenberg.org/ebooks/search/?query=brisk&sort_order=downloads', 'books', 12],
  ['https://www.openstreetmap.org/#map=13/51.5074/-0.1278', 'map', 87],
  ['https://zh.wikipedia.org/wiki/短網址', 'wiki', 5],
] as const;
const titles = ['Railway timetable', 'Books about brisk things', 'The way to the hall', '短網址'];

await buildWebIfStale();
mkdirSync(directory, { recursive: true });
await using site = await openSetUpSite();
await site.call(setOption, { key: 'avatar_service', value: '""' }, site.token);
for (const [index, [longUrl, code, visits]] of samples.entries()) {
  const fields = { long_url: longUrl, short_url: code, title: titles[index] };
  await site.call(createLink, fields, site.token);
  for (let visit = 0; visit < visits; visit += 1) await site.fetch(`/${code}`);
}
await drain(site);

const browser = await launchBrowser();
const visitor = await VisitorPage.open(browser, site.url);
const { page } = visitor;
await visitor.logIn(site.token);
await page.goto('/');
await page.getByRole('button', { name: 'Create short link' }).waitFor();
await page.screenshot({ path: `${directory}/home.png` });
await page.goto('/admin/list');
await page.getByText('timetable').first().waitFor();
await page.screenshot({ path: `${directory}/links.png` });
await browser.close();
