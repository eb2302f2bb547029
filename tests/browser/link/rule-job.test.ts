import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { findLink } from './link-page-steps.ts';
import { routingWords } from './link-routing-steps.ts';
import { linkWords } from './link-words.ts';
import { createHand } from '../hand.ts';
import { addLinks } from '../links/links-steps.ts';
import { button } from '../steps.ts';
import { launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const words = routingWords.en;
const STEPS_MAX = 6;

for (const way of firstInShort(['touch', 'keyboard'])) {
  test(`a rule for iPhone and Android takes at most ${STEPS_MAX} steps on a phone: ${way}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'app' }]);
    const { page, faults } = await openAdmin(browser, site, 'links/app/settings', {
      viewport: phone,
      hasTouch: way === 'touch',
    });
    await page.locator('[data-section=more] .routing-toggle').waitFor();
    const hand = createHand(page, way === 'touch');
    const targets = page.getByLabel(words['rule.target'], { exact: true });
    await hand.press(page.locator('[data-section=more] .routing-toggle'));
    await hand.press(page.locator('[data-section=where] .routing-toggle'));
    await hand.press(button(page, words['preset.phones']));
    await hand.type(targets.nth(0), 'https://apps.example/iphone');
    await hand.type(targets.nth(1), 'https://play.example/android');
    await hand.press(button(page, linkWords.en.save));
    expect(hand.count()).toBeLessThanOrEqual(STEPS_MAX);
    await page.getByText(linkWords.en.saved).waitFor();
    expect((await findLink(site, 'app')).rules).toEqual([
      { when: { system: ['iOS', 'iPadOS'] }, target: 'https://apps.example/iphone' },
      { when: { system: ['Android', 'HarmonyOS'] }, target: 'https://play.example/android' },
    ]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    expect(faults).toEqual([]);
  }, 300_000);
}
