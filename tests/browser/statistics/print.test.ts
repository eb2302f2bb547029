import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks } from '../links/links-steps.ts';
import { visit, waitForTotal } from './stats-steps.ts';
import { statsWords } from './stats-words.ts';
import { launchBrowser } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Elements that make sense only on a screen. */
const controls = [
  'nav',
  '.stats-tools',
  '.stats-controls',
  '.stats-chip > svg',
  '.stats-text-button',
  ".stats-tab:not([aria-selected='true'])",
];

test.each(firstInShort(['stats', 'links/spring']))(
  '%p is printed without its buttons and fields',
  async (name) => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    await visit(site, 'spring', [
      { agent: 'chrome', referrer: 'https://news.example.org/today' },
      { agent: 'firefox' },
      ...Array.from({ length: 9 }, (_, index) => ({
        agent: 'chrome' as const,
        query: `?utm_source=letter-${index}`,
      })),
    ]);
    expect((await site.fetch('/sumer')).status).toBe(404);
    const text = statsWords.en;
    const { page, faults } = await openAdmin(browser, site, `${name}?browser=Chrome`, {
      scheme: 'dark',
    });
    const isSite = name === 'stats';
    const buttons = isSite ? [...controls, '.site-list-row .mantine-Button-root'] : controls;
    const seen = (selector: string) => page.locator(selector).filter({ visible: true }).count();
    await waitForTotal(page, text.people, '10');
    await page.locator('.stats-chart svg').first().waitFor();
    for (const selector of buttons) await page.locator(selector).first().waitFor();
    const onPaper = [
      page.getByText(text.counted),
      page.getByText(text.twoMore, { exact: true }).first(),
    ];
    for (const words of onPaper) expect(await words.isVisible()).toBe(false);

    await page.emulateMedia({ media: 'print' });
    for (const selector of buttons) expect([selector, await seen(selector)]).toEqual([selector, 0]);
    const panels = [text.sources, text.technology, text.campaigns, text.places];
    for (const panel of isSite ? [...panels, text.missed] : panels) {
      await page.getByRole('region', { name: panel }).waitFor();
    }
    await page.getByRole('table', { name: text.week }).waitFor();
    await page.locator('.stats-chart svg').first().waitFor();
    // The paper names the subject, and says that a list continues.
    for (const words of onPaper) await words.waitFor();
    // The paper also names the filters and the chosen list.
    await page.getByRole('list', { name: text.filters }).getByRole('button').first().waitFor();
    await page.getByRole('tab', { name: 'Browser', selected: true }).waitFor();
    // The print is light in any color scheme.
    const scheme = 'document.documentElement.dataset.mantineColorScheme';
    await page.evaluate(`addEventListener('beforeprint', () => { window.printed = ${scheme}; })`);
    await page.pdf();
    expect(await page.evaluate(`[window.printed, ${scheme}]`)).toEqual(['light', 'dark']);
    expect(faults).toEqual([]);
  },
  300_000,
);
