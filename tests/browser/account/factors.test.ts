import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { addTotp, beginTotp } from '../../../contracts/people/factors.ts';
import { changeRow } from '../../journeys/people/people-steps.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { admin } from '../../journeys/test-site.ts';
import { test } from '../browser-test.ts';
import { codeOf } from '../../support/authenticator.ts';
import { button, field } from '../steps.ts';
import { launchBrowser, VisitorPage } from '../test-browser.ts';

const words = {
  username: 'Username',
  password: 'Password',
  addPasskey: 'Add passkey',
  addApp: 'Add authenticator app',
  code: 'Code of your authenticator app',
  saved: 'I have saved them',
  newCodes: 'Make new recovery codes',
  confirmCode: 'Code of the authenticator app',
  withPasskey: 'Log in with a passkey',
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Chromium's own passkeys, as a phone or a laptop would keep them. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function logInWithPassword(page: Page): Promise<void> {
  await page.goto('/login');
  await field(page, words.username).fill(admin.username);
  await field(page, words.password).fill(admin.password);
  await page.keyboard.press('Enter');
}

const logOut = (page: Page) => page.evaluate('localStorage.clear()');

test('a passkey and an app are added, and each logs in', async () => {
  await using site = await openSetUpSite();
  const url = new URL(site.url);
  url.hostname = 'localhost';
  const visitor = await VisitorPage.open(browser, url.href);
  const { page } = visitor;
  await visitor.logIn(site.token);
  await page.goto('/admin/account');
  await addAuthenticator(page);
  await button(page, words.addPasskey).click();

  await button(page, words.saved).click();
  await button(page, words.addApp).click();

  const secret = await page.locator('.factors-secret').textContent();
  await field(page, words.code).fill(codeOf(secret ?? ''));
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').nth(1).waitFor();

  await logOut(page);
  await page.goto('/login');
  await button(page, words.withPasskey).click();
  await page.waitForURL('**/');

  await logOut(page);
  await logInWithPassword(page);

  await field(page, words.code).fill(codeOf(secret ?? '', 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/');
  expect(await page.evaluate("localStorage.getItem('token')")).toStartWith('web-');
});

test('someone with an app confirms on the page with password and code', async () => {
  await using site = await openSetUpSite();
  const begun = await site.call(beginTotp, {}, site.token);
  const { secret } = begun.data as { secret: string };
  expect((await site.call(addTotp, { code: codeOf(secret) }, site.token)).msg).toBe('success');
  await changeRow(site, 'session', site.token, { confirmed_at: 1 });
  const visitor = await VisitorPage.open(browser, site.url);
  const { page } = visitor;
  await visitor.logIn(site.token);
  await page.goto('/admin/account');
  await button(page, words.newCodes).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words.newCodes }).click();
  await dialog.getByLabel(words.password, { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await field(page, words.confirmCode).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await button(page, words.saved).click();
  expect(await page.evaluate("localStorage.getItem('token')")).not.toBe(site.token);
});
