import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { listDomains } from '../../../contracts/domains.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { testInAll } from '../browser-test.ts';
import { createHand } from '../hand.ts';
import { findLink } from '../link/link-page-steps.ts';
import { addLinks, row } from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { button } from '../steps.ts';
import { desktop, launchBrowser, phone, type Language } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';
import { words } from '../words.ts';
import { domainWords } from './domains-words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Way {
  readonly name: string;
  readonly language: Language;
  readonly viewport: typeof desktop;
  readonly hasTouch: boolean;
}

const ways: readonly Way[] = [
  { name: 'by keyboard alone', language: 'en', viewport: desktop, hasTouch: false },
  { name: 'by touch', language: 'zh', viewport: phone, hasTouch: true },
];

const texts = {
  en: {
    tags: 'Tags',
    tagStats: 'Statistics of tag Shop',
    phones: 'iPhone and Android',
    apple: 'On iPhone and iPad',
    google: 'On Android',
  },
  zh: {
    tags: '标签',
    tagStats: '标签 Shop 的访问统计',
    phones: 'iPhone 和 Android',
    apple: '在 iPhone 和 iPad 上',
    google: '在 Android 上',
  },
};

for (const way of ways) {
  const { name, language, hasTouch } = way;
  const text = { ...words[language], ...linksWords[language], ...texts[language] };
  const domain = domainWords[language];

  testInAll(
    `a new link leads iPhone and Android elsewhere in six steps: ${name}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'old' }]);
      const { page, faults } = await openAdmin(browser, site, 'list', way);
      await row(page, 'old').waitFor();
      const dialog = page.getByRole('dialog');
      const hand = createHand(page, hasTouch);
      await hand.press(button(page, text.addLink).first());
      await hand.type(dialog.getByLabel(text.longUrl), 'https://example.com/app');
      await hand.press(dialog.locator('summary', { hasText: text.phones }));
      await hand.type(dialog.getByLabel(text.apple), 'https://apps.example/iphone');
      await hand.type(dialog.getByLabel(text.google), 'https://play.example/android');
      await hand.press(dialog.getByRole('button', { name: text.addLink }));
      await page.locator('.added').waitFor();
      expect(hand.count()).toBeLessThanOrEqual(6);
      const address = await page.locator('.added-short').getAttribute('href');
      const link = await findLink(site, address!.slice(site.url.length));
      expect(link.rules).toEqual([
        { when: { system: ['iOS', 'iPadOS'] }, target: 'https://apps.example/iphone' },
        { when: { system: ['Android', 'HarmonyOS'] }, target: 'https://play.example/android' },
      ]);
      expect(faults).toEqual([]);
    },
    300_000,
  );

  testInAll(
    `a further domain is added in five steps, and says what to do at the DNS: ${name}`,
    async () => {
      await using site = await openSetUpSite();
      const { page, faults } = await openAdmin(browser, site, 'list', way);
      await page.route('**/api/domains/check', (route) =>
        route.fulfill({
          json: {
            code: 200,
            msg: 'success',
            data: { https: 'no-address', http: 'no-address', reason: 'ENOTFOUND' },
          },
        }),
      );
      const hand = createHand(page, hasTouch);
      const menu = page.getByRole('navigation');
      if (hasTouch) {
        await hand.press(button(page, adminWords[language].more));
        await hand.press(page.getByRole('menuitem', { name: domain.domains }));
      } else {
        await hand.press(menu.getByRole('link', { name: domain.domains }));
      }
      await hand.press(button(page, domain.add));
      const dialog = page.getByRole('dialog');
      await hand.type(dialog.getByRole('textbox'), 'go.example');
      await hand.press(dialog.getByRole('button', { name: domain.add }));
      await page.getByText(domain.nowhere).waitFor();
      await button(page, domain.copyDns('go.example')).waitFor();
      expect(hand.count()).toBeLessThanOrEqual(5);
      const { data } = await site.call(listDomains, {}, site.token);
      expect(data).toMatchObject([{ host: 'go.example' }]);
      expect(faults).toEqual([]);
    },
    300_000,
  );

  testInAll(
    `the statistics of a tag are two steps away: ${name}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'one', tags: ['Shop'] }]);
      const { page, faults } = await openAdmin(browser, site, 'list', way);
      const hand = createHand(page, hasTouch);
      if (hasTouch) {
        // A row names its tags, and the list of a tag leads to its statistics.
        await hand.press(row(page, 'one').getByRole('button', { name: 'Shop' }));
        await hand.press(page.locator('.links-chips').getByRole('link'));
      } else {
        await hand.press(page.getByRole('navigation').getByRole('link', { name: text.tags }));
        await hand.press(page.getByRole('link', { name: text.tagStats }));
      }
      await waitUntil(page, () => Promise.resolve(new URL(page.url()).search), '?tag=Shop');
      expect(hand.count()).toBeLessThanOrEqual(2);
      expect(faults).toEqual([]);
    },
    300_000,
  );
}
