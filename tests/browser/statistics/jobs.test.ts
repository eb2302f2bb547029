import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { sampleVisits } from '../../../scripts/sample-visits.ts';
import { Journal } from '../../../server/clicks/journal/journal.ts';
import { openJournalDirectory } from '../../../server/clicks/journal/segments.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { openAdmin } from '../admin-page.ts';
import { testInAll } from '../browser-test.ts';
import { createHand } from '../hand.ts';
import { findLink } from '../link/link-page-steps.ts';
import { addLinks } from '../links/links-steps.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';
import { readSearch } from './stats-steps.ts';
import { statsWords } from './stats-words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const ways = [
  { name: 'by keyboard alone', language: 'en', viewport: desktop, hasTouch: false },
  { name: 'by touch', language: 'zh', viewport: phone, hasTouch: true },
] as const;

const weeks = { en: 'Last week', zh: '上周' };

for (const { name, ...way } of ways) {
  testInAll(
    `last week stands beside the week before in two steps: ${name}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'spring' }]);
      const journal = new Journal({ directory: openJournalDirectory(site.dataDir) });
      const { id } = await findLink(site, 'spring');
      for (const visit of sampleVisits(id, 300, Date.now())) journal.append(visit);
      journal.close();
      const text = statsWords[way.language];
      const { page, faults } = await openAdmin(browser, site, 'stats', way);
      await page.locator('.click-chart').waitFor();
      const hand = createHand(page, way.hasTouch);
      const period = page.getByLabel(text.period, { exact: true });
      const week = weeks[way.language];
      await (way.hasTouch ? hand.choose(period, week) : hand.pick(period, week));
      await hand.choose(page.getByLabel(text.compare, { exact: true }), text.comparePeriod);
      await page.locator('.click-chart-compared').waitFor({ state: 'attached' });
      expect(readSearch(page)).toEqual({ period: 'last_week', compare: 'before' });
      const table = page.getByRole('table', { name: text.byDay });
      const counts = await table.locator('tbody .mono').allTextContents();
      expect([counts.length, counts.some((count) => count !== '0')]).toEqual([42, true]);
      expect(hand.count()).toBeLessThanOrEqual(2);
      expect(faults).toEqual([]);
    },
    300_000,
  );
}
