import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks } from '../links/links-steps.ts';
import { readSearch, row, visit, waitForTotal } from './stats-steps.ts';
import { statsWords } from './stats-words.ts';
import { behaviorLooks, launchBrowser } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const SPLIT = ['https://a.example/?variant=a', 'https://bücher.example/?variant=b'] as const;
const rules = [
  { when: { browser: ['Firefox'] }, target: SPLIT[0] },
  { when: { browser: ['Chrome'] }, split: [{ target: SPLIT[1], weight: 1 }] },
];

for (const look of behaviorLooks) {
  const { language, scheme, viewport } = look;
  test(`a link with rules shows which target won: ${language}, ${scheme}, ${viewport.width} wide`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'plain' }, { short_url: 'spring', rules }]);
    const visits = ['firefox', 'chrome', 'chrome', 'chrome'] as const;
    for (const code of ['plain', 'spring']) {
      await visit(
        site,
        code,
        visits.map((agent) => ({ agent })),
      );
    }
    const text = statsWords[language];
    const visitor = await openAdmin(browser, site, 'links/spring', look);
    const { page } = visitor;
    const winner = row(page, text.target, SPLIT[1]);
    await winner.waitFor();
    expect(await winner.textContent()).toMatch(/3.*75\s?%/);
    expect(await row(page, text.target, SPLIT[0]).textContent()).toMatch(/1.*25\s?%/);
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    await winner.click();
    await waitForTotal(page, text.people, '3');
    expect(readSearch(page)).toEqual({ target: new URL(SPLIT[1]).href });
    await waitUntil(page, () => row(page, text.target, SPLIT[0]).count(), 0);

    for (const path of ['/admin/links/plain', '/admin/stats']) {
      await page.goto(path);
      await row(page, text.technology, 'Chrome').waitFor();
      expect(await page.getByRole('region', { name: text.target, exact: true }).count()).toBe(0);
    }
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}
