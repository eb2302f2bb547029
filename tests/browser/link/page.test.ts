import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { importLinks } from '../../../contracts/import.ts';
import { joinCode } from '../../../contracts/links/domain-code.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { findLink } from './link-page-steps.ts';
import { linkWords } from './link-words.ts';
import { addLinks, waitForCodes, waitForFocus } from '../links/links-steps.ts';
import { button, readClipboard } from '../steps.ts';
import { launchBrowser, phone } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('the short link can be copied, shared, shown as a QR code and opened', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring', title: 'Spring sale' }]);
  const text = linkWords.en;
  const { page, faults } = await openAdmin(browser, site, 'links/spring');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await button(page, text.copied).waitFor();
  expect(await readClipboard(page)).toBe(`${site.url}spring`);

  const open = page.getByRole('link', { name: text.open, exact: true });
  expect(await open.getAttribute('href')).toBe(`${site.url}spring`);
  expect(await open.getAttribute('target')).toBe('_blank');
  const target = page.getByRole('link', { name: 'example.com/spring' });
  expect(await target.getAttribute('href')).toBe('https://example.com/spring');
  await button(page, text.qr).click();
  await page.getByRole('dialog').locator('.qr-code').waitFor();
  await page.keyboard.press('Escape');
  await waitForFocus(button(page, text.qr));

  // This browser has no share function.
  expect(await button(page, text.share).count()).toBe(0);
  await page.addInitScript('navigator.share = async (data) => { window.shared = data; }');
  await page.reload();
  await button(page, text.share).click();
  const shared = { url: `${site.url}spring`, title: 'Spring sale' };
  await waitUntil<unknown>(page, () => page.evaluate('window.shared'), shared);
  expect(faults).toEqual([]);
}, 300_000);

test('a link is switched off and on, and each is undone from its toast', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring' }]);
  const text = linkWords.en;
  const { page, faults } = await openAdmin(browser, site, 'links/spring');
  const status = async (): Promise<number> => (await site.fetch('/spring')).status;
  await button(page, text.switchOff).click();
  await page.getByText(text.switchedOff).waitFor();
  await page.getByText(text.off, { exact: true }).waitFor();
  expect(await status()).toBe(410);
  await button(page, text.undo).click();
  await page.getByText(text.switchedOn).waitFor();
  await page.getByText(text.off, { exact: true }).waitFor({ state: 'hidden' });
  expect(await status()).toBe(302);

  await button(page, text.switchOff).click();
  await button(page, text.switchOn).click();
  await button(page, text.switchOff).waitFor();
  expect(await status()).toBe(302);
  expect(faults).toEqual([]);
}, 300_000);

test('a link is duplicated, and the copy has its own page', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring', title: 'Spring sale', description: 'Words' }]);
  const text = linkWords.en;
  const { page, faults } = await openAdmin(browser, site, 'links/spring');
  await button(page, text.duplicate).press('Enter');
  const dialog = page.getByRole('dialog');
  await waitUntil(page, () => dialog.getByLabel(text.title).inputValue(), 'Spring sale');
  await page.keyboard.press('Escape');
  await waitForFocus(button(page, text.duplicate));
  await button(page, text.duplicate).click();
  await dialog.getByLabel(text.code).fill('copy');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/links/copy');
  await button(page, text.qr).click();
  await dialog.locator('.qr-code').waitFor();
  const { title, description } = await findLink(site, 'copy');
  expect([title, description]).toEqual(['Spring sale', 'Words']);
  expect(faults).toEqual([]);
}, 300_000);

test("the dialogs of the list have a link to the link's page", async () => {
  await using site = await openSetUpSite();
  const text = linkWords.en;
  const { page, faults } = await openAdmin(browser, site, 'list?new=1');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text.longUrl).fill('https://example.com/spring');
  await dialog.getByLabel(text.title).fill('Spring');
  await dialog.getByLabel(text.code).fill('spring');
  await page.keyboard.press('Enter');
  await page.locator('.added').getByRole('link', { name: text.details }).click();
  await page.waitForURL('**/admin/links/spring');
  await page.goBack();
  await page.locator('[data-link]').focus();
  await page.keyboard.press('e');
  await dialog.getByRole('link', { name: text.allSettings }).click();
  await page.waitForURL('**/admin/links/spring/settings');
  await waitUntil(page, () => page.getByLabel(text.title, { exact: true }).inputValue(), 'Spring');
  expect(faults).toEqual([]);
}, 300_000);

test('the delete dialog names the link, returns to the list, and offers an undo there', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring' }, { short_url: 'autumn' }]);
  const text = linkWords.en;
  const { page, faults } = await openAdmin(browser, site, 'links/spring', { viewport: phone });
  await button(page, text.more).click();
  await page.getByRole('menuitem', { name: text.delete }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete spring?' });
  await dialog.getByText('example.com/spring').waitFor();
  await dialog.getByRole('button', { name: text.deleteIt }).click();
  await page.waitForURL('**/admin/list');
  await waitForCodes(page, ['autumn']);
  await button(page, text.undo).click();
  await page.getByText('1 link restored').waitFor();
  await waitForCodes(page, ['autumn', 'spring']);
  expect(faults).toEqual([]);
}, 300_000);

test('the page of an unknown code offers the list or a new link with this code', async () => {
  await using site = await openSetUpSite();
  const text = linkWords.en;
  const { page, faults } = await openAdmin(browser, site, 'links/gone/settings');
  await page.getByRole('heading', { name: text.none('gone') }).waitFor();
  await page.getByRole('link', { name: text.create }).click();
  const dialog = page.getByRole('dialog');
  await waitUntil(page, () => dialog.getByLabel(text.code).inputValue(), 'gone');
  await page.goto('/admin/links/a%40b');
  await page.getByRole('heading', { name: text.none('a@b') }).waitFor();
  expect(await page.getByRole('link', { name: text.create }).count()).toBe(0);
  await page.getByRole('link', { name: text.allLinks }).click();
  await page.waitForURL('**/admin/list');
  expect(faults).toEqual([]);
}, 300_000);

/** Codes that look like parts of a path, and the longest one. */
const codes = [
  'settings',
  'history',
  '%41',
  '..a',
  "a+b=c'~.x",
  '链接',
  'Wide'.repeat(32),
  'guide/2026/Intro',
  'go.example/%2Fx',
];

test('every code has a page, and each tab of the page has an address', async () => {
  await using site = await openSetUpSite();
  const rows = codes.map((code) => yourlsRow(code, { url: 'https://example.com/', title: code }));
  await site.call(importLinks, { file: JSON.stringify(rows) }, site.token);
  const text = linkWords.en;
  const { page, faults } = await openAdmin(browser, site, 'list');
  const heading = page.getByRole('heading', { level: 1 });
  const { host } = new URL(site.url);
  const tab = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  for (const code of codes) {
    await page.goto(`/admin/links/${encodeURIComponent(joinCode('', code))}`);
    await waitUntil(page, () => heading.textContent(), `${host}/${code}`);
    await tab(text.settings).click();
    const title = page.getByLabel(text.title, { exact: true });
    await waitUntil(page, () => title.inputValue(), code);
    await tab(text.history).click();
    await page.getByRole('heading', { name: text.noChanges }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: text.noChanges }).waitFor();
    await page.goBack();
    await waitUntil(page, () => title.inputValue(), code);
  }
  expect(faults).toEqual([]);
}, 300_000);

test('a code with slashes is copied in the list, and its page opens, saves and draws it', async () => {
  await using site = await openSetUpSite();
  const row = yourlsRow('go/2026/In', { url: 'https://example.com/', title: 'Intro' });
  await site.call(importLinks, { file: JSON.stringify([row]) }, site.token);
  await site.fetch('/go/2026/In');
  const text = linkWords.en;
  const { page, faults } = await openAdmin(browser, site, 'list');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await waitForCodes(page, ['go/2026/In']);
  await page.locator('.links-code').click();
  await waitUntil(page, () => readClipboard(page), `${site.url}go/2026/In`);
  await page.locator('[data-link]').focus();
  await page.keyboard.press('s');
  await page.waitForURL('**/admin/links/%2Fgo%2F2026%2FIn');
  const heading = page.getByRole('heading', { level: 1 });
  const { host } = new URL(site.url);
  await waitUntil(page, () => heading.textContent(), `${host}/go/2026/In`);
  const open = page.getByRole('link', { name: text.open, exact: true });
  expect(await open.getAttribute('href')).toBe(`${site.url}go/2026/In`);
  await button(page, text.qr).click();
  await page.getByRole('dialog').locator('.qr-code').waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'SVG' }).click();
  expect((await saving).suggestedFilename()).toBe('go-2026-In.svg');
  await page.keyboard.press('Escape');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: text.settings, exact: true }).click();
  const title = page.getByLabel(text.title, { exact: true });
  await title.fill('Changed');
  await button(page, text.save).click();
  await waitUntil(page, async () => (await findLink(site, 'go/2026/In')).title, 'Changed');
  expect(faults).toEqual([]);
}, 300_000);

test('the tabs of a link open by keyboard alone, there and back', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring' }]);
  const text = linkWords.en;
  const { page, faults } = await openAdmin(browser, site, 'list');
  const { keyboard } = page;
  await waitForCodes(page, ['spring']);
  await keyboard.press('j');
  await keyboard.press('s');
  await page.waitForURL('**/admin/links/spring');
  const tab = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  await tab(text.statistics).waitFor();
  await page.getByRole('heading', { level: 1 }).getByRole('button').focus();
  const tabTo = async (name: string): Promise<void> => {
    for (let press = 0; press < 20; press += 1) {
      await keyboard.press('Tab');
      if (await tab(name).evaluate((link) => link === link.ownerDocument.activeElement)) return;
    }
    throw new Error(`${name} is not reached`);
  };
  await tabTo(text.settings);
  await keyboard.press('Enter');
  await page.waitForURL('**/spring/settings');
  await waitForFocus(tab(text.settings));
  expect(await tab(text.settings).getAttribute('aria-current')).toBe('page');
  await tabTo(text.history);
  await keyboard.press('Enter');
  await page.waitForURL('**/spring/history');
  await page.goBack();
  await page.waitForURL('**/spring/settings');
  await page.goBack();
  await page.waitForURL('**/admin/links/spring');
  await page.goBack();
  await waitForCodes(page, ['spring']);
  expect((await findLink(site, 'spring')).state).toBe('live');
  expect(faults).toEqual([]);
}, 300_000);
