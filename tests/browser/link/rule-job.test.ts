import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { findLink } from './link-page-steps.ts';
import { routingWords } from './link-routing-steps.ts';
import { linkWords } from './link-words.ts';
import { addLinks, tabTo } from '../links/links-steps.ts';
import { button } from '../steps.ts';
import { launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const words = routingWords.en;
const STEPS_MAX = 6;

/** A press of a control, or the text of a field; each is one step. */
interface Hand {
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
}

/** Walks forward with Tab alone. */
function byKeyboard(page: Page): Hand {
  const reach = async (target: Locator) => {
    await target.waitFor();
    const isThere = await target.evaluate((element) => element.matches(':focus'));
    if (!isThere) await tabTo(page, target);
  };
  return {
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async type(target, text) {
      await reach(target);
      await page.keyboard.type(text);
    },
  };
}

const byTouch: Hand = {
  press: (target) => target.tap(),
  async type(target, text) {
    await target.tap();
    await target.fill(text);
  },
};

for (const way of firstInShort(['touch', 'keyboard'])) {
  test(`a rule for iPhone and Android takes at most ${STEPS_MAX} steps on a phone: ${way}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'app' }]);
    const { page, faults } = await openAdmin(browser, site, 'links/app/settings', {
      viewport: phone,
      hasTouch: way === 'touch',
    });
    await page.locator('.routing-more').waitFor();
    const hand = way === 'touch' ? byTouch : byKeyboard(page);
    const targets = page.getByLabel(words['rule.target'], { exact: true });
    const steps: (() => Promise<void>)[] = [
      () => hand.press(page.locator('.routing-more')),
      () => hand.press(page.locator('[data-section=where] .routing-toggle')),
      () => hand.press(button(page, words['preset.phones'])),
      () => hand.type(targets.nth(0), 'https://apps.example/iphone'),
      () => hand.type(targets.nth(1), 'https://play.example/android'),
      () => hand.press(button(page, linkWords.en.save)),
    ];
    for (const step of steps) await step();
    expect(steps.length).toBeLessThanOrEqual(STEPS_MAX);
    await page.getByText(linkWords.en.saved).waitFor();
    expect((await findLink(site, 'app')).rules).toEqual([
      { when: { system: ['iOS', 'iPadOS'] }, target: 'https://apps.example/iphone' },
      { when: { system: ['Android', 'HarmonyOS'] }, target: 'https://play.example/android' },
    ]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    expect(faults).toEqual([]);
  }, 300_000);
}
