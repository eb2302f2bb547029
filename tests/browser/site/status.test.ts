import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { exportLinks } from '../../../contracts/export.ts';
import { createLink } from '../../../contracts/links/links.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { getStatus } from '../../../contracts/status.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { testInAll } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
let site: SetUpSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), openSetUpSite()]);
  const fields = { long_url: 'https://example.com/', short_url: 'here', title: 'x' };
  await site.call(createLink, fields, site.token);
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

const looks = [
  {
    language: 'en',
    scheme: 'light',
    viewport: desktop,
    text: {
      section: 'Status',
      redirects: 'Redirects since then',
      waiting: 'Clicks waiting to be counted',
      oldest: 'Oldest: 2 minutes ago',
      lost: 'Clicks that could not be counted',
      advice: 'free up space',
      damaged: 'Damage in the click journal',
      passedOver: '300 KB skipped',
      kept: 'clicks/damaged',
      none: 'None',
    },
  },
  {
    language: 'zh',
    scheme: 'dark',
    viewport: phone,
    text: {
      section: '运行状态',
      redirects: '启动后的跳转次数',
      waiting: '等待计入的访问',
      oldest: '最早一次：2 分钟前',
      lost: '未能计入的访问',
      advice: '清理磁盘空间',
      damaged: '访问日志中的损坏数据',
      passedOver: '已跳过 300 KB',
      kept: 'clicks/damaged',
      none: '无',
    },
  },
] as const;

/** The value beside a name in the section. */
function rowOf(page: Page, section: string, name: string) {
  return page
    .getByRole('region', { name: section })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) });
}

testInAll.each(looks)(
  'the settings page says how the server is doing: $language',
  async ({ text, ...look }) => {
    await site.fetch('/here');
    await (await site.send(exportLinks, {}, site.token)).text();
    const { data } = await site.call(getStatus, {}, site.token);
    const status = data as ReplyOf<typeof getStatus>;
    const visitor = await openAdmin(browser, site, 'setting', look);
    const { page, faults } = visitor;
    const section = page.getByRole('region', { name: text.section });
    await section.getByText(`SQLite ${status.sqlite_version}`).waitFor();
    await section.getByText(status.version, { exact: true }).waitFor();
    await rowOf(page, text.section, text.redirects)
      .getByText(String(status.clicks.acknowledged), { exact: true })
      .waitFor();
    await rowOf(page, text.section, text.waiting).getByText(text.none, { exact: true }).waitFor();
    await rowOf(page, text.section, text.lost).getByText(text.none, { exact: true }).waitFor();

    expect(await rowOf(page, text.section, text.damaged).count()).toBe(0);

    await page.route('**/api/status', async (route) => {
      const response = await route.fetch();
      const reported = { uncounted: 1234, lag_seconds: 120.5, damaged_bytes: 307_200 };
      const clicks = { ...status.clicks, ...reported };
      await route.fulfill({
        response,
        json: { code: 200, msg: 'success', data: { ...status, clicks } },
      });
    });
    await page.reload();
    const lost = rowOf(page, text.section, text.lost);
    await lost.getByText('1,234').waitFor();
    await lost.getByText(text.advice).waitFor();
    const damaged = rowOf(page, text.section, text.damaged);
    await damaged.getByText(text.passedOver).waitFor();
    await damaged.getByText(text.kept).waitFor();
    await rowOf(page, text.section, text.waiting).getByText(text.oldest).waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.viewport.width);
    expect(faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);

testInAll.each([
  { ...looks[0], proxy: 'Untrusted proxy', advice: 'set this and restart' },
  { ...looks[1], proxy: '未受信任的代理', advice: '添加以下设置并重启' },
])(
  'the settings page shows the line that makes a proxy a trusted one: $language',
  async ({ text, proxy, advice, ...look }) => {
    await site.fetch('/nothing', { headers: { 'x-forwarded-for': '198.51.100.66' } });
    const visitor = await openAdmin(browser, site, 'setting', look);
    const { page, faults } = visitor;
    const row = rowOf(page, text.section, proxy);
    await row.getByText('127.0.0.1', { exact: true }).waitFor();
    await row.getByText('TRUSTED_PROXIES=127.0.0.1', { exact: true }).waitFor();
    await row.getByText(advice).waitFor();
    expect(await row.textContent()).not.toContain('198.51');
    expect(await visitor.findAxeViolations()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.viewport.width);
    expect(faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);
