import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { getLink, type Link } from '../../../contracts/links/links.ts';
import { getOption } from '../../../contracts/site.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { decodeQr, toDataUrl } from '../qr/decode-qr.ts';
import { addLinks } from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { saveDownload } from '../qr/qr-steps.ts';
import { button, field } from '../steps.ts';
import { launchBrowser, looks, VisitorPage } from '../test-browser.ts';
import { waitForValue } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const words = {
  en: {
    countOnly: 'Count only',
    showsNumbers: 'Show the number of clicks on the public preview page',
    doNotTrack: 'Respect “Do Not Track” and “Global Privacy Control”',
    alerts: 'Alert me about unusual traffic',
    webhook: 'Webhook',
    webhookWrong: 'Enter an address that begins with https:// or http://',
    webhookPrivate: 'This host is on a private network.',
    leadsTo: 'This short link leads to',
    goOn: 'Continue to',
    visits: 'Visits',
    qrOf: 'QR code of',
  },
  zh: {
    countOnly: '只计次数',
    showsNumbers: '在公开预览页显示访问次数',
    doNotTrack: '遵从“请勿跟踪”请求（DNT、GPC）',
    alerts: '访问量异常时提醒',
    webhook: 'Webhook 地址',
    webhookWrong: '请输入以 https:// 或 http:// 开头的地址',
    webhookPrivate: '该地址位于内网。',
    leadsTo: '此短链接将跳转到',
    goOn: '继续前往',
    visits: '访问次数',
    qrOf: '的二维码',
  },
} as const;

async function readFlags(site: SetUpSite): Promise<readonly [countOnly: number, shows: number]> {
  const { data } = await site.call(getLink, { short_url: 'news' }, site.token);
  const { is_count_only: isCountOnly, shows_numbers: showsNumbers } = data as Link;
  return [isCountOnly, showsNumbers];
}

for (const look of firstInShort(looks)) {
  const text = { ...linksWords[look.language], ...words[look.language] };
  const name = `${look.language}, ${look.scheme}, ${look.viewport.width} wide`;

  test(`the settings of a link say what is kept and shown of its visits: ${name}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'news', title: 'News' }]);
    const visitor = await openAdmin(browser, site, 'list', look);
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    const countOnly = dialog.getByRole('switch', { name: text.countOnly });
    const showsNumbers = dialog.getByRole('switch', { name: text.showsNumbers });
    const open = async (): Promise<void> => {
      await page.locator('[data-link]').first().focus();
      await page.keyboard.press('Enter');
      await dialog.locator('summary').first().waitFor();
    };
    const save = async (): Promise<void> => {
      await button(page, text.save).click();
      await dialog.waitFor({ state: 'hidden' });
    };

    await open();
    expect(await showsNumbers.isVisible()).toBe(false);
    await dialog.getByText(text.more, { exact: true }).click();
    expect([await countOnly.isChecked(), await showsNumbers.isChecked()]).toEqual([false, false]);
    await showsNumbers.focus();
    await page.keyboard.press('Space');
    await save();
    expect(await readFlags(site)).toEqual([0, 1]);
    // A section with a changed setting is open.
    await open();
    expect([await countOnly.isChecked(), await showsNumbers.isChecked()]).toEqual([false, true]);
    await countOnly.check();
    await showsNumbers.uncheck();
    await save();
    expect(await readFlags(site)).toEqual([1, 0]);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);

  test(`the site's settings say what is kept of visits, and where alerts go: ${name}`, async () => {
    await using site = await openSetUpSite();
    const { save, saved } = adminWords[look.language];
    const visitor = await openAdmin(browser, site, 'setting', look);
    const { page } = visitor;
    // The accessible name of a switch ends with its help.
    const flip = (label: string) =>
      page.getByRole('switch', { name: new RegExp(`^${RegExp.escape(label)}`) });
    await flip(text.countOnly).check();
    await flip(text.doNotTrack).uncheck();
    await field(page, text.webhook).fill('hooks.example');
    await field(page, text.webhook).blur();
    await page.getByRole('main').getByText(text.webhookWrong).waitFor();
    await button(page, save).click();
    await waitForValue(page, 'document.activeElement?.dataset.path', 'webhook');
    await field(page, text.webhook).fill('http://192.168.1.1/hook');
    await button(page, save).click();
    await page.getByRole('main').getByText(text.webhookPrivate).waitFor();
    await waitForValue(page, 'document.activeElement?.dataset.path', 'webhook');
    await field(page, text.webhook).fill(' https://hooks.example/brisk ');
    await button(page, save).click();
    await page.getByRole('alert').getByText(saved).waitFor();
    const wanted = {
      count_only: true,
      heeds_do_not_track: false,
      alerts: true,
      webhook: 'https://hooks.example/brisk',
    };
    const read = async () => (await site.call(getOption, { key: 'statistics' }, site.token)).data;
    expect(await read()).toEqual(wanted);

    // Without alerts nothing is sent, and the address stays stored.
    await flip(text.alerts).uncheck();
    await field(page, text.webhook).waitFor({ state: 'hidden' });
    await button(page, save).click();
    await page.locator('.save-bar[data-open]').waitFor({ state: 'detached' });
    expect(await read()).toEqual({ ...wanted, alerts: false });
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);

  test(`the preview of a link shows its long URL and does not redirect: ${name}`, async () => {
    await using site = await openSetUpSite();
    const title = '"><script>document.body.remove()</script>\u202eright to left';
    const long_url = `https://news.example/?${'a%20b'.repeat(1600)}`;
    await addLinks(site, [
      { short_url: 'news', title: 'News of the day', shows_numbers: 1 },
      { short_url: 'odd', title, description: title, long_url },
      { short_url: 'host', long_url: `https://${'a-long-name.'.repeat(19)}example/` },
    ]);
    const visitor = await VisitorPage.open(browser, site.url, look);
    const { page } = visitor;
    for (const code of ['news', 'odd', 'host']) {
      await page.goto(`/${code}+`);
      await page.getByRole('heading', { level: 1, name: text.leadsTo }).waitFor();
      await page.getByRole('link', { name: text.goOn }).waitFor();
      await page.getByRole('img', { name: text.qrOf }).waitFor();
      // No script runs.
      expect(new URL(page.url()).pathname).toBe(`/${code}+`);
    }
    await page.goto('/news+');
    for (const [format, type] of [
      ['SVG', 'image/svg+xml'],
      ['PNG', 'image/png'],
    ] as const) {
      const link = page.getByRole('link', { name: format });
      const { name, bytes } = await saveDownload(page, () => link.click());
      expect(name).toBe(`news.${format.toLowerCase()}`);
      const { text: read, width } = await decodeQr(page, toDataUrl(bytes, type));
      expect([format, read, width]).toEqual([format, `${site.url}news?qr`, 1024]);
    }
    await page.getByText(text.visits, { exact: true }).waitFor();
    await page.goto('/odd+');
    await page.getByText('<script>').first().waitFor();
    const onward = page.getByRole('link', { name: text.goOn });
    expect(await onward.getAttribute('href')).toBe(long_url);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}
