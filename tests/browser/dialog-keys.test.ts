import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { createToken, getToken } from '../../contracts/account.ts';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { admin } from '../journeys/test-site.ts';
import { test, testInAll } from './browser-test.ts';
import { openAdmin } from './admin-page.ts';
import { adminWords } from './admin-words.ts';
import { pressFast } from './fast-keys.ts';
import { addLinks, row, waitForCodes, waitForFocus } from './links/links-steps.ts';
import { linksWords } from './links/links-words.ts';
import { button, field } from './steps.ts';
import { launchBrowser } from './test-browser.ts';
import { waitForScript } from './wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = { ...linksWords.en, ...adminWords.en };
const samples = [{ short_url: 'one' }, { short_url: 'two' }, { short_url: 'three' }];

test('a link is deleted by Delete, Tab and Enter, however fast they follow each other', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, samples);
  const { page, faults } = await openAdmin(browser, site, 'list');
  await waitForCodes(page, ['three', 'two', 'one']);
  await row(page, 'two').focus();
  await pressFast(page, ['Delete', 'Tab', 'Enter']);
  await waitForCodes(page, ['three', 'one']);
  await waitForFocus(row(page, 'one'));

  // Enter without a choice means no.
  await pressFast(page, ['Backspace', 'Enter']);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await waitForFocus(row(page, 'one'));
  await pressFast(page, ['Delete', 'Escape', 'Delete', 'Tab', 'Enter']);
  await waitForCodes(page, ['three']);
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'the dialogs of the list receive the first key after they open',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, samples);
    const { page, faults } = await openAdmin(browser, site, 'list');
    await waitForCodes(page, ['three', 'two', 'one']);
    const dialog = page.getByRole('dialog');

    await pressFast(page, ['n', 'example.com/n', 'Enter']);
    await page.getByText(text.added).waitFor();
    await page.getByTitle('https://example.com/n').first().waitFor();

    await row(page, 'two').focus();
    await pressFast(page, ['Enter', 'Tab', 'Tab', 'Title', 'Enter']);
    await page.getByText(linksWords.en.saved).waitFor();
    await row(page, 'two').getByText('Title', { exact: true }).waitFor();

    // Tab goes from the close button to the box below the keys.
    await pressFast(page, ['?', 'Tab', 'Space']);
    await dialog.getByRole('checkbox', { checked: false }).waitFor();
    await pressFast(page, ['Space', 'Escape', 'j']);
    await dialog.waitFor({ state: 'hidden' });
    await waitForFocus(row(page, 'one'));
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'the palette and the dialogs that it opens receive the first key',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await openAdmin(browser, site, 'token');
    await pressFast(page, ['Control+k', 'Site set', 'Enter']);
    await page.waitForURL('**/admin/setting');
    await field(page, text.siteName).fill('Changed');
    // With unsaved changes, a dialog takes the next key; its first answer is to stay.
    await pressFast(page, ['Control+k', 'Data mig', 'Enter']);
    const dialog = page.getByRole('dialog', { name: text.leaveTitle });
    await dialog.waitFor();
    await pressFast(page, ['Tab', 'Enter']);
    await page.waitForURL('**/admin/migration');

    // The dialog opens on another page.
    await pressFast(page, ['Control+k', text.addLink, 'Enter', 'example.com/now']);
    const add = page.getByRole('dialog', { name: text.addLink });
    await waitForFocus(add.getByLabel(text.longUrl));
    await page.keyboard.type('/then');
    expect(await add.getByLabel(text.longUrl).inputValue()).toBe('example.com/now/then');
    await page.keyboard.press('Tab');
    expect(await add.getByLabel(text.longUrl).inputValue()).toBe('https://example.com/now/then');
    await page.keyboard.press('Escape');
    await add.waitFor({ state: 'hidden' });

    await pressFast(page, ['Control+k', 'Log out', 'Enter', 'Tab', 'Enter']);
    await page.waitForURL('**/login');
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a page that the user left sends no further requests while the next one loads',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await openAdmin(browser, site, 'setting');
    const loading = Promise.withResolvers<void>();
    await page.route('**/migration.page*.js', async (route) => {
      await loading.promise;
      await route.continue();
    });
    await field(page, text.siteName).fill('Changed');
    await pressFast(page, ['Control+k', 'Data mig', 'Enter', 'Tab', 'Enter']);
    await page.waitForURL('**/admin/migration');
    await field(page, text.siteName).waitFor();
    await pressFast(page, ['Control+k', text.addLink, 'Enter', 'example.com/now']);
    const add = page.getByRole('dialog', { name: text.addLink });
    await waitForFocus(add.getByLabel(text.longUrl));
    expect(await add.getByLabel(text.longUrl).inputValue()).toBe('example.com/now');
    loading.resolve();
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'the account dialogs receive the first key after they open',
  async () => {
    await using site = await openSetUpSite();
    await site.call(createToken, {}, site.token);
    const before = (await site.call(getToken, {}, site.token)).data;
    const { page, faults } = await openAdmin(browser, site, 'token');
    await button(page, text.changeToken).focus();
    await pressFast(page, ['Enter', 'Tab', 'Enter']);
    await page.getByText(text.tokenChanged).waitFor();
    expect((await site.call(getToken, {}, site.token)).data).not.toEqual(before);

    const account = page.getByRole('button', { name: admin.username });
    const script = page.waitForRequest('**/change-password-form*.js');
    await account.press('Enter');
    await waitForFocus(page.getByRole('menuitem', { name: text.changePassword }));
    await waitForScript(page, (await script).url());
    await pressFast(page, ['Enter', admin.password]);
    const dialog = page.getByRole('dialog', { name: text.changePassword });
    const old = dialog.getByLabel(text.oldPassword, { exact: true });
    await old.waitFor();
    expect(await old.inputValue()).toBe(admin.password);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // The focus does not return to the menu item, which is gone.
    await waitForFocus(account);
    expect(faults).toEqual([]);
  },
  300_000,
);
