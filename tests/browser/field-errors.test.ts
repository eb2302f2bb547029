import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { deleteLinks } from '../../contracts/links/links.ts';
import { listAll, openSetUpSite } from '../journeys/set-up-site.ts';
import { testInAll } from './browser-test.ts';
import { openAdmin } from './admin-page.ts';
import { adminWords } from './admin-words.ts';
import { addLinks, openHome, waitForFocus } from './links/links-steps.ts';
import { linksWords } from './links/links-words.ts';
import { expectFieldMessage, recordToasts, withFailingCalls } from './message-steps.ts';
import { specWords } from './specification/spec-words.ts';
import { button, field } from './steps.ts';
import { languages, launchBrowser } from './test-browser.ts';
import { waitUntil } from './wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

for (const language of languages) {
  const text = { ...specWords[language], ...linksWords[language], ...adminWords[language] };

  testInAll(
    `an error that the page finds stands beside its field and nowhere else: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      const visitor = await openHome(browser, site, { language });
      const { page } = visitor;
      const toasts = await recordToasts(page);
      await page.reload();
      await button(page, text.create).click();
      await expectFieldMessage(page, text.homeEmpty);
      await waitForFocus(field(page, text.longUrl));

      await page.goto('/admin/list');
      await button(page, text.addLink).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: text.addLink }).click();
      await dialog.getByText(text.addEmpty).waitFor();
      await waitForFocus(dialog.getByLabel(text.longUrl));

      await page.goto('/admin/setting');
      await field(page, text.siteName).fill('ab');
      await field(page, text.siteName).press('Enter');
      await expectFieldMessage(page, text.nameLength);
      await waitForFocus(field(page, text.siteName));
      await field(page, text.siteName).fill('Another name');
      await withFailingCalls(page, '**/api/option/set', async () => {
        await button(page, text.save).click();
        await waitUntil(page, () => Promise.resolve(toasts.length), 1);
      });
      expect(toasts[0]).toContain(text.saveFailed);
    },
    300_000,
  );

  testInAll(
    `a code in the bin is refused with the date until which its link can be restored: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'gone' }]);
      const [link] = await listAll(site, site.token);
      await site.call(deleteLinks, { ids: [link!.id] }, site.token);
      const { page } = await openAdmin(browser, site, 'list', { language });
      await button(page, text.addLink).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(text.longUrl).fill('https://example.com/');
      await dialog.getByLabel(text.customCode).fill('gone');
      await dialog.getByRole('button', { name: text.addLink }).click();
      const until = new Date(Date.now() + 30 * 86_400_000);
      const date = until.toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en', {
        dateStyle: 'long',
      });
      await dialog.getByText(date).waitFor();
    },
    300_000,
  );
}
