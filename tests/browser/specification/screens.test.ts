import { afterAll, beforeAll, expect } from 'bun:test';
import { createHash } from 'node:crypto';
import type { Browser, Locator } from 'playwright-core';
import { setOption } from '../../../contracts/site.ts';
import { VERSION } from '../../../server/version.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { admin } from '../../journeys/test-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { addLinks, rows } from '../links/links-steps.ts';
import { specWords } from './spec-words.ts';
import { fillLogin } from '../steps.ts';
import { behaviorLanguages, launchBrowser, VisitorPage } from '../test-browser.ts';
import { words } from '../words.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const repository = /^https:\/\/github\.com\/[\w-]+\/brisk$/;

async function targetOf(link: Locator): Promise<[href: string | null, target: string | null]> {
  return [await link.getAttribute('href'), await link.getAttribute('target')];
}

for (const language of behaviorLanguages) {
  const text = { ...words[language], ...adminWords[language], ...specWords[language] };

  test(`home has a header, texts and a footer: ${language}`, async () => {
    await using site = await openSetUpSite();
    const visitor = await VisitorPage.open(browser, site.url, { language });
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('heading', { name: text.heroTitle, level: 1 }).waitFor();
    await page.getByText(text.heroSubtitle).waitFor();
    const bar = page.getByRole('banner');
    // The default title of a site without its own.
    await bar.getByRole('link', { name: 'Brisk', exact: true }).waitFor();
    expect(await targetOf(bar.getByRole('link', { name: text.source }))).toEqual([
      expect.stringMatching(repository),
      '_blank',
    ]);
    expect((await targetOf(bar.getByRole('link', { name: text.login })))[0]).toBe('/login');
    await page.getByText(text.credit).waitFor();

    const info = { title: 'The Shed', footer: '<p>Ring 123</p>' };
    const value = JSON.stringify(info);
    await site.call(setOption, { key: 'site_info', value }, site.token);
    await page.reload();
    await bar.getByRole('link', { name: info.title, exact: true }).waitFor();
    await page.getByText('Ring 123').waitFor();
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);

  test(`the admin area has a bar, a badge, an avatar and a footer: ${language}`, async () => {
    await using site = await openSetUpSite();
    const visitor = await openAdmin(browser, site, 'list', { language, hasAvatars: true });
    const { page } = visitor;
    const bar = page.getByRole('banner');
    const link = (name: string) => targetOf(bar.getByRole('link', { name, exact: true }));
    expect(await link(text.home)).toEqual(['/', null]);
    expect(await link(text.docs)).toEqual(['/docs', '_blank']);
    expect(await link(text.source)).toEqual([expect.stringMatching(repository), '_blank']);
    const [help, target] = await link(text.help);
    expect([help?.startsWith('https://'), target]).toEqual([true, '_blank']);
    await page.getByText(`v${VERSION}`, { exact: true }).waitFor();
    await page.getByText(`© ${new Date().getFullYear()} Brisk`).waitFor();
    await page.getByText(text.credit).waitFor();

    const avatar = bar.locator('.mantine-Avatar-root');
    const { width, height } = (await avatar.boundingBox())!;
    expect([width, height]).toEqual([36, 36]);
    const image = avatar.locator('img');
    expect(await image.getAttribute('loading')).toBe('lazy');
    const md5 = createHash('md5').update(admin.email).digest('hex');
    expect(await image.getAttribute('src')).toContain(`/avatar/${md5}`);
    await page.getByRole('button', { name: admin.username }).click();
    const menu = page.getByRole('menu');
    await menu.getByText(admin.username, { exact: true }).waitFor();
    await menu.getByText(admin.email).waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      text.changePassword,
      text.account,
      text.logOut,
    ]);
    await page.keyboard.press('Escape');

    const other = language === 'en' ? 'zh' : 'en';
    await bar.getByText(text.otherLanguage, { exact: true }).click();
    await page.getByRole('heading', { name: adminWords[other].links, level: 1 }).waitFor();
    expect(await page.evaluate("localStorage.getItem('user_language')")).toBe(other);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);

  testInAll(
    `the page about Brisk lists its features: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      const { page } = await openAdmin(browser, site, 'about', { language });
      expect(await page.getByRole('term').allTextContents()).toEqual(text.features);
    },
    300_000,
  );

  test(`a page of the list holds 10, 100 or 200 links: ${language}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(
      site,
      Array.from({ length: 11 }, (_, index) => ({ short_url: `n${index}` })),
    );
    const { page } = await openAdmin(browser, site, 'list', { language });
    const size = page.getByLabel(text.pageSize);
    await size.waitFor();
    expect(await rows(page).count()).toBe(10);
    expect(await size.locator('option').allTextContents()).toEqual(text.sizes);
    expect(await size.inputValue()).toBe('10');
    await page.goto('/admin/list?size=100');
    await page.getByText('n0', { exact: true }).waitFor();
    // All links are on one page, so there is no pager.
    expect(await size.count()).toBe(0);
    expect(await rows(page).count()).toBe(11);
  }, 300_000);
}

test('the login is kept in local storage, the app info in session storage', async () => {
  await using site = await openSetUpSite();
  const { page } = await VisitorPage.open(browser, site.url);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/get/appinfo')) asked += 1;
  });
  await page.goto('/login');
  await fillLogin(page, words.en);
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.evaluate<string>("localStorage.getItem('token')")).toStartWith('web-');
  const isKept = () => page.evaluate<boolean>("sessionStorage.getItem('app_info') !== null");
  await waitUntil(page, isKept, true);
  for (const name of ['list', 'token']) {
    await page.goto(`/admin/${name}`);
    await page.getByRole('button', { name: admin.username }).waitFor();
  }
  const kept = await page.evaluate<object>("JSON.parse(sessionStorage.getItem('app_info'))");
  expect(kept).toMatchObject({ username: admin.username, email: admin.email });
  expect(asked).toBe(1);
}, 300_000);
