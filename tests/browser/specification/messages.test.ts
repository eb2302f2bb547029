import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { changePassword, createToken } from '../../../contracts/account.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { admin } from '../../journeys/test-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { addLinks, openHome, row, waitForFocus } from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { expectFieldMessage, expectToast, withFailingCalls } from '../message-steps.ts';
import { specWords } from './spec-words.ts';
import { button, field } from '../steps.ts';
import { behaviorLanguages, launchBrowser, VisitorPage } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

for (const language of behaviorLanguages) {
  const text = { ...specWords[language], ...linksWords[language], ...adminWords[language] };

  test(`home says why there is no short link: ${language}`, async () => {
    await using site = await openSetUpSite();
    const { page } = await openHome(browser, site, { language });
    await button(page, text.create).click();
    await expectFieldMessage(page, text.homeEmpty);
    await field(page, text.longUrl).fill('https://');
    await button(page, text.create).click();
    await expectFieldMessage(page, text.urlInvalid);

    await field(page, text.longUrl).fill('https://example.com/');
    await withFailingCalls(page, '**/api/shorten_url', async () => {
      await button(page, text.create).click();
      await expectFieldMessage(page, text.createFailed);
      await expectToast(page, text.createFailed);
    });
    expect(await page.locator('.added').count()).toBe(0);

    const visitor = await VisitorPage.open(browser, site.url, { language });
    await visitor.page.goto('/');
    await field(visitor.page, text.longUrl).fill('https://example.com/');
    await button(visitor.page, text.create).click();
    await expectToast(visitor.page, text.loginFirst);
    const beside = visitor.page.getByRole('main').getByText(text.loginFirst);
    await beside.getByRole('link').click();
    await visitor.page.waitForURL('**/login');
  }, 300_000);

  testInAll(
    `the list says what failed: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'mine' }]);
      const { page } = await openAdmin(browser, site, 'list', { language });
      await row(page, 'mine').waitFor();
      await withFailingCalls(page, '**/api/search', async () => {
        await page.getByRole('searchbox').fill('mine');
        await page.getByRole('searchbox').press('Enter');
        await expectToast(page, text.queryFailed);
      });
      await page.goto('/admin/list');
      await row(page, 'mine').getByRole('checkbox').check();
      await withFailingCalls(page, '**/api/delete/url*', async () => {
        await page.getByRole('button', { name: text.deleteSelected }).click();
        await page.getByRole('dialog').getByRole('button', { name: text.deleteOne }).click();
        await expectToast(page, text.deleteFailed);
      });
      await row(page, 'mine').waitFor();

      await button(page, text.addLink).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: text.addLink }).click();
      await dialog.getByText(text.addEmpty).waitFor();
      await dialog.getByLabel(text.longUrl).fill('https://');
      await dialog.getByRole('button', { name: text.addLink }).click();
      await dialog.getByText(text.urlInvalid).waitFor();
      await waitForFocus(dialog.getByLabel(text.longUrl));
      await dialog.getByLabel(text.longUrl).fill('https://example.com/other');
      await dialog.getByLabel(text.customCode).fill('a b');
      await dialog.getByRole('button', { name: text.addLink }).click();
      await dialog.getByText(text.codeInvalid).waitFor();
      await waitForFocus(dialog.getByLabel(text.customCode));
      await dialog.getByLabel(text.customCode).fill('');
      await withFailingCalls(page, '**/api/shorten_url', async () => {
        await dialog.getByRole('button', { name: text.addLink }).click();
        await expectToast(page, text.addFailed);
      });
      expect(await dialog.getByLabel(text.longUrl).inputValue()).toBe('https://example.com/other');
    },
    300_000,
  );

  test(`the page of the token says what failed: ${language}`, async () => {
    await using site = await openSetUpSite();
    const { page } = await openAdmin(browser, site, 'token', { language });
    await button(page, text.createToken).waitFor();
    await withFailingCalls(page, '**/api/user/get_token', async () => {
      await page.reload();
      await expectToast(page, text.tokenFailed);
      await page.getByRole('heading', { name: text.tokenFailed }).waitFor();
    });
    await button(page, text.retry).click();
    await withFailingCalls(page, '**/api/user/create_token', async () => {
      await button(page, text.createToken).click();
      await expectToast(page, text.tokenCreateFailed);
    });
    await site.call(createToken, {}, site.token);
    await button(page, text.createToken).click();
    await expectToast(page, text.tokenExists);

    const change = async (): Promise<void> => {
      await button(page, text.changeToken).click();
      await page.getByRole('dialog').getByRole('button', { name: text.changeToken }).click();
    };
    await withFailingCalls(page, '**/api/user/change_token', async () => {
      await change();
      await expectToast(page, text.tokenChangeFailed);
    });
    const engine = await openTestEngine(site.dataDir);
    await engine.db.deleteFrom('api_token').execute();
    await engine.close();
    await change();
    await expectToast(page, text.tokenNone);
    await page.getByRole('heading', { name: text.noToken }).waitFor();
  }, 300_000);

  testInAll(
    `password, import and settings say that they failed: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      const { page } = await openAdmin(browser, site, 'migration', { language });
      await withFailingCalls(page, '**/api/import', async () => {
        const file = { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('[]') };
        await page.locator('input[type=file]').setInputFiles(file);
        await button(page, text.start).click();
        await expectToast(page, text.importFailed);
      });
      // The answer waits until the test has seen the waiting state.
      const answer = Promise.withResolvers<void>();
      await page.route('**/api/import', async (route) => {
        await answer.promise;
        await route.continue();
      });
      await button(page, text.start).click();
      await page.getByRole('status').getByText(text.stageImporting, { exact: true }).waitFor();
      answer.resolve();
      await expectToast(page, text.badJson);

      await page.goto('/admin/setting');
      await field(page, text.siteName).fill('ab');
      await field(page, text.siteName).press('Enter');
      await expectFieldMessage(page, text.nameLength);
      await field(page, text.siteName).fill('Another name');
      await withFailingCalls(page, '**/api/option/set', async () => {
        await button(page, text.save).click();
        await expectToast(page, text.saveFailed);
      });

      await page.getByRole('button', { name: admin.username }).click();
      await page.getByRole('menuitem', { name: text.changePassword }).click();
      const dialog = page.getByRole('dialog', { name: text.changePassword });
      const change = async (fresh: string, repeated: string): Promise<void> => {
        await dialog.getByLabel(text.oldPassword, { exact: true }).fill('a guess');
        await dialog.getByLabel(text.newPassword, { exact: true }).fill(fresh);
        await dialog.getByLabel(text.confirmPassword, { exact: true }).fill(repeated);
        await page.keyboard.press('Enter');
      };
      await change('12345', '123456');
      await dialog.getByText(text.mismatch).waitFor();
      await dialog.getByText(text.newShort).waitFor();
      await withFailingCalls(page, '**/api/user/change_password', async () => {
        await change('battery staple', 'battery staple');
        await expectToast(page, text.passwordFailed);
      });
      const guess = { old_password: 'a guess', new_password: 'long enough' };
      while ((await site.send(changePassword, guess, site.token)).status !== 429);
      await change('battery staple', 'battery staple');
      await expectToast(page, text.tooMany);
    },
    300_000,
  );
}
