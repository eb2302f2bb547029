import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { visitors } from '../../../web/links/routing/visitors.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test } from '../browser-test.ts';
import { changeLink } from './link-page-steps.ts';
import { addLinks } from '../links/links-steps.ts';
import { launchBrowser, looks, VisitorPage } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const words = {
  en: {
    wrong: 'This password is wrong. Check every character and try again.',
    open: 'Open the link',
    dots: 'Tap the three dots at the top right.',
    or: 'Or copy the address',
    copy: 'Copy the address below.',
    copyButton: 'Copy',
    copied: 'Copied',
  },
  zh: {
    wrong: '密码不正确，请逐字核对后重试。',
    open: '打开链接',
    dots: '点击右上角的三个点。',
    or: '或复制地址',
    copy: '复制下方的地址。',
    copyButton: '复制',
    copied: '已复制',
  },
};

for (const look of firstInShort(looks)) {
  const text = words[look.language];
  const name = `${look.language}, ${look.scheme}, ${look.viewport.width}`;

  test(`the password page says what is wrong: ${name}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'secret' }]);
    await changeLink(site, 'secret', { password: 'open sesame' });
    const visitor = await VisitorPage.open(browser, site.url, look);
    const { page } = visitor;
    await page.goto('/secret');
    expect(visitor.faults).toEqual([]);
    // The field has the focus.
    await page.keyboard.type('guess');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(text.wrong).waitFor();
  }, 300_000);

  test(`the in-app page shows the whole address, copies it, and has its QR code: ${name}`, async () => {
    await using site = await openSetUpSite();
    const code = `spring-${'long-'.repeat(11)}`.slice(0, 60);
    await addLinks(site, [{ short_url: code }]);
    await changeLink(site, code, { in_app: 'ask' });
    const visitor = await VisitorPage.open(browser, site.url, look);
    const { page, faults } = visitor;
    const open = async (userAgent: string) => {
      await page.context().setExtraHTTPHeaders({ 'User-Agent': userAgent });
      await page.goto(`/${code}`);
    };
    await open(visitors.wechat);
    await page.getByText(text.dots).waitFor();
    await page.getByRole('heading', { name: text.or }).waitFor();
    await open(visitors.instagram);
    await page.getByText(text.copy).waitFor();
    // A press selects all of the address.
    const address = new URL(`/${code}`, site.url).href;
    await page.getByText(address).click();
    expect(await page.evaluate<string>('String(getSelection())')).toBe(address);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: text.copyButton }).click();
    await page.getByRole('button', { name: text.copied }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(address);
    await page.locator('figure svg').waitFor();
    expect(faults).toEqual([]);
  }, 300_000);
}

test('the password page works without JavaScript', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'secret', long_url: 'https://target.example/' }]);
  await changeLink(site, 'secret', { password: 'open sesame' });
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/secret');
  await page.getByLabel('Password').fill('open sesame');
  const [request] = await Promise.all([
    page.waitForRequest('https://target.example/'),
    page.getByRole('button', { name: words.en.open }).click(),
  ]);
  expect([request.method(), request.postData()]).toEqual(['GET', null]);
  await context.close();
}, 300_000);
