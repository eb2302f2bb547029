import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { changePassword, createToken, login } from '../../../contracts/account.ts';
import { listLinks } from '../../../contracts/links/links.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { admin } from '../../journeys/test-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords, type AdminWords } from '../admin-words.ts';
import { launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function openDialog(page: Page, text: AdminWords): Promise<Locator> {
  await page.getByRole('button', { name: admin.username }).click();
  await page.getByRole('menuitem', { name: text.changePassword }).click();
  const dialog = page.getByRole('dialog', { name: text.changePassword });
  await dialog.waitFor();
  return dialog;
}

function password(dialog: Locator, label: string): Locator {
  return dialog.getByLabel(label, { exact: true });
}

test('a changed password closes the dialog and logs out two seconds later', async () => {
  await using site = await openSetUpSite();
  const text = adminWords.en;
  const visitor = await openAdmin(browser, site, 'token', { viewport: phone });
  const { page } = visitor;
  await page.clock.install();
  await page.reload();
  const dialog = await openDialog(page, text);
  await password(dialog, text.oldPassword).fill(admin.password);
  await password(dialog, text.newPassword).fill('battery staple');
  await password(dialog, text.confirmPassword).fill('battery staple');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.keyboard.press('Enter');
  await page.getByText(text.passwordChanged).waitFor();
  await page.clock.runFor(500);
  await dialog.waitFor({ state: 'hidden' });

  await page.clock.runFor(1400);
  expect(new URL(page.url()).pathname).toBe('/admin/token');
  await page.clock.runFor(200);
  await page.waitForURL('**/login');
  expect(await page.evaluate("localStorage.getItem('token')")).toBeNull();
  expect(await page.evaluate('Object.keys(sessionStorage)')).not.toContain('app_info');

  expect((await site.call(login, admin)).msg).toBe('password.error');
  const renewed = await site.call(login, { ...admin, password: 'battery staple' });
  expect(renewed.code).toBe(200);
  expect((await site.send(changePassword, {}, site.token)).status).toBe(401);
  await visitor.close();
}, 300_000);

for (const keeps of [false, true]) {
  testInAll(
    `a changed password ends the API token unless the box is ticked: ${keeps}`,
    async () => {
      await using site = await openSetUpSite();
      const { data } = await site.call(createToken, {}, site.token);
      const text = adminWords.en;
      const visitor = await openAdmin(browser, site, 'token');
      const dialog = await openDialog(visitor.page, text);
      await password(dialog, text.oldPassword).fill(admin.password);
      await password(dialog, text.newPassword).fill('battery staple');
      await password(dialog, text.confirmPassword).fill('battery staple');
      if (keeps) await dialog.getByLabel(text.keepToken).check();
      const sent = visitor.page.waitForRequest('**/api/user/change_password');
      await dialog.getByRole('button', { name: text.changePassword }).click();
      expect((await sent).headers()['content-type']).toStartWith('multipart/form-data; boundary=');
      await visitor.page.getByText(text.passwordChanged).waitFor();
      const { status } = await site.send(listLinks, {}, (data as { token: string }).token);
      expect(status).toBe(keeps ? 200 : 401);
      await visitor.close();
    },
    300_000,
  );
}
