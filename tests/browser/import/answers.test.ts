import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { logout } from '../../../contracts/account.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { adminWords } from '../admin-words.ts';
import { BrokenConnection } from './broken-line.ts';
import { expectToast } from '../message-steps.ts';
import { specWords } from '../specification/spec-words.ts';
import { button } from '../steps.ts';
import { behaviorLanguages, launchBrowser, VisitorPage, type Language } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const file = JSON.stringify([
  { keyword: 'one', url: 'https://example.org/one' },
  { keyword: 'two', url: 'https://example.org/two' },
]);

/** Logs in behind a disturbed connection, and selects a file of a given size. */
async function choose(
  site: { readonly token: string },
  url: string,
  language: Language,
  bytes = file.length,
): Promise<VisitorPage> {
  const visitor = await VisitorPage.open(browser, url, { language });
  const { page } = visitor;
  await visitor.logIn(site.token);
  await page.goto('/admin/migration');
  const buffer = Buffer.from(file.padEnd(bytes));
  const picked = { name: 'yourls_url.json', mimeType: 'application/json', buffer };
  await page.locator('input[type=file]').setInputFiles(picked);
  return visitor;
}

for (const language of behaviorLanguages) {
  const text = { ...adminWords[language], ...specWords[language] };

  test.each(firstInShort(['loses the answer', 'keeps the answer'] as const))(
    `the page shows the result of an import over a connection that %s: ${language}`,
    async (fault) => {
      await using site = await openSetUpSite();
      await using line = await BrokenConnection.open(site.url);
      const { page } = await choose(site, line.url, language);
      line.fault = fault;
      await button(page, text.start).click();
      await page.getByText(text.stageSuccess, { exact: true }).waitFor();
      await expectToast(page, text.imported);
      expect(await listAll(site, site.token)).toHaveLength(2);
    },
    300_000,
  );

  testInAll(
    `an upload that breaks off is reported as not received, and can be sent again: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      await using line = await BrokenConnection.open(site.url);
      const { page } = await choose(site, line.url, language, 1_000_000);
      line.fault = 'breaks off';
      await button(page, text.start).click();
      await page.getByText(text.askingServer).waitFor();
      await expectToast(page, text.uploadFailed);
      await page.getByText(text.stageFail, { exact: true }).waitFor();
      expect(await listAll(site, site.token)).toEqual([]);
      line.fault = 'none';
      await button(page, text.start).click();
      await expectToast(page, text.imported);
    },
    300_000,
  );

  testInAll(
    `when the server is gone the page says that the result is unknown: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      await using line = await BrokenConnection.open(site.url);
      const { page } = await choose(site, line.url, language);
      await page.clock.install();
      line.fault = 'is gone';
      await button(page, text.start).click();
      await page.getByText(text.askingServer).waitFor();
      for (const unsure = page.getByText(text.importUnsure).first(); !(await unsure.isVisible());) {
        await page.clock.runFor(3000);
      }
      await page.getByText(text.stageFail, { exact: true }).waitFor();
    },
    300_000,
  );

  test(`an upload that is too slow is refused with a message: ${language}`, async () => {
    await using site = await openSetUpSite();
    await using line = await BrokenConnection.open(site.url);
    const { page } = await choose(site, line.url, language, 10_000_000);
    line.fault = 'crawls';
    await button(page, text.start).click();
    await page.getByText(text.uploading).waitFor();
    await expectToast(page, text.importSlow);
    expect(await listAll(site, site.token)).toEqual([]);
  }, 300_000);

  testInAll(
    `an expired login is reported while the file uploads: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      const { page } = await choose(site, site.url, language, 10_000_000);
      await site.call(logout, {}, site.token);
      await button(page, text.start).click();
      await page.waitForURL('**/login');
      await expectToast(page, text.loginInvalid);
    },
    300_000,
  );
}
