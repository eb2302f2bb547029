import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openHome, waitForFocus } from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { decodeQr, toDataUrl } from '../qr/decode-qr.ts';
import { saveButtonDownload } from '../qr/qr-steps.ts';
import { button, field, readClipboard } from '../steps.ts';
import { desktop, launchBrowser, phone, type Look } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = linksWords.en;

const looks: readonly Look[] = [
  { language: 'en', scheme: 'dark', viewport: desktop },
  { language: 'zh', scheme: 'light', viewport: phone },
];

for (const look of looks) {
  testInAll(
    `the short link shows as a QR code, and saves as a picture: ${look.language}`,
    async () => {
      await using site = await openSetUpSite();
      const text = linksWords[look.language];
      const visitor = await openHome(browser, site, look);
      const { page } = visitor;
      await field(page, text.longUrl).fill('https://example.com/');
      await page.keyboard.press('Enter');
      await button(page, text.qr).click();
      const picture = page.locator('.qr-code');
      await picture.waitFor();
      const shortLink = await page.locator('.added-short').getAttribute('href');
      expect(await picture.textContent()).toContain(shortLink);

      const seen = toDataUrl(await picture.screenshot(), 'image/png');
      expect((await decodeQr(page, seen)).text).toBe(`${shortLink}?qr`);
      const shown = await picture.locator('path').first().getAttribute('d');

      const code = shortLink!.slice(site.url.length);
      const svg = await saveButtonDownload(page, text.saveSvg);
      expect(svg.name).toBe(`${code}.svg`);
      expect(svg.bytes.toString()).toContain(shown!);
      const png = await saveButtonDownload(page, text.savePng);
      expect(png.name).toBe(`${code}.png`);
      expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
      const width = png.bytes.readUInt32BE(16);
      expect(width).toBe(1024);

      expect(await visitor.findAxeViolations()).toEqual([]);
      await button(page, text.qr).click();
      await picture.waitFor({ state: 'hidden' });
      expect(visitor.faults).toEqual([]);
    },
    300_000,
  );
}

test('a browser remembers its last five links until the user clears them', async () => {
  await using site = await openSetUpSite();
  const visitor = await openHome(browser, site);
  const { page } = visitor;
  const recent = page.getByRole('region', { name: text.lastLinks });
  const items = recent.getByRole('listitem');
  expect(await recent.count()).toBe(0);
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'two']) {
    const url = `https://example.com/${name}`;
    await field(page, text.longUrl).fill(url);
    await page.keyboard.press('Enter');
    await page.locator('.added').getByText(url).waitFor();
  }
  // The newest link comes first, and each link only once.
  const shown = async (): Promise<string[]> =>
    (await items.allTextContents()).map((item) =>
      item.slice(item.lastIndexOf('example.com/') + 12),
    );
  expect(await shown()).toEqual(['six', 'five', 'four', 'three']);
  await page.reload();
  await items.first().waitFor();
  expect(await shown()).toEqual(['two', 'six', 'five', 'four', 'three']);
  expect(await visitor.findAxeViolations()).toEqual([]);

  const copy = items.first().getByRole('button').first();
  await copy.click();
  await items
    .first()
    .getByRole('button', { name: /^Copied/ })
    .waitFor();
  const copied = await readClipboard(page);
  const visit = await fetch(copied, { redirect: 'manual' });
  expect(visit.headers.get('location')).toBe('https://example.com/two');

  const forget = recent.getByRole('button', { name: /^Forget \w{6}$/ });
  await forget.nth(1).focus();
  await page.keyboard.press('Enter');
  await items.nth(4).waitFor({ state: 'detached' });
  expect(await shown()).toEqual(['two', 'five', 'four', 'three']);
  await waitForFocus(forget.nth(1));
  await page.reload();
  await items.first().waitFor();
  expect(await shown()).toEqual(['two', 'five', 'four', 'three']);
  await button(page, text.forgetAll).click();
  await recent.waitFor({ state: 'hidden' });
  await waitForFocus(page.getByRole('main'));
  await page.reload();
  await field(page, text.longUrl).waitFor();
  expect(await recent.count()).toBe(0);

  // The links are neither on the server nor in another browser.
  const other = await openHome(browser, site);
  expect(await other.page.getByRole('region', { name: text.lastLinks }).count()).toBe(0);
  expect([...visitor.faults, ...other.faults]).toEqual([]);
}, 300_000);
