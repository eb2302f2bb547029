import { afterAll, beforeAll } from 'bun:test';
import type { Browser } from 'playwright-core';
import { getReport } from '../../../contracts/stats/stats.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { testInAll } from '../browser-test.ts';
import { addLinks } from '../links/links-steps.ts';
import { launchBrowser, VisitorPage } from '../test-browser.ts';
import { visit, waitForTotal } from './stats-steps.ts';
import { statsWords } from './stats-words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = statsWords.en;

async function openSite() {
  const site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring' }]);
  const visitor = await VisitorPage.open(browser, site.url);
  await visitor.logIn(site.token);
  return { site, page: visitor.page };
}

testInAll(
  'a click while the first report is on its way is shown',
  async () => {
    const { site, page } = await openSite();
    await using _ = site;
    const click = Promise.withResolvers<void>();
    await page.route(
      '**/api/stats/report?*',
      async (route) => {
        const answer = await route.fetch();
        await click.promise;
        await route.fulfill({ response: answer });
      },
      { times: 1 },
    );
    await page.goto('/admin/links/spring');
    await page.getByText('Live', { exact: true }).waitFor();
    await visit(site, 'spring', [{ agent: 'chrome' }]);
    await page.getByText('Live: 1 click').waitFor();
    click.resolve();
    await waitForTotal(page, text.people, '1');
  },
  300_000,
);

testInAll(
  'a click before the live connection is shown, even if it was counted for another window',
  async () => {
    const { site, page } = await openSite();
    await using _ = site;
    const counted = Promise.withResolvers<void>();
    await page.route('**/api/stats/live?*', async (route) => {
      await counted.promise;
      await route.continue();
    });
    await page.goto('/admin/links/spring');
    await page.getByText(text.empty).waitFor();
    await visit(site, 'spring', [{ agent: 'chrome' }]);
    await site.call(getReport, {}, site.token);
    counted.resolve();
    await waitForTotal(page, text.people, '1');
  },
  300_000,
);
