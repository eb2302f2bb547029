import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { drain } from '../journeys/set-up-site.ts';
import { admin, TestSite } from '../journeys/test-site.ts';
import { agentOf } from './links-steps.ts';
import {
  desktop,
  launchBrowser,
  phone,
  VisitorPage,
  type Language,
  type Look,
} from './test-browser.ts';
import { button, field, fillSetUp, readClipboard } from './steps.ts';
import { words } from './words.ts';
import { waitForValue } from './wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const journeys: readonly Look[] = [
  { language: 'en', scheme: 'light', viewport: desktop },
  { language: 'zh', scheme: 'dark', viewport: desktop },
  { language: 'en', scheme: 'dark', viewport: phone },
  { language: 'zh', scheme: 'light', viewport: phone },
];

for (const options of journeys) {
  const { language, scheme, viewport } = options;
  test(`the first journey: ${language}, ${scheme}, ${viewport.width} wide`, async () => {
    await using site = await TestSite.open();
    const text = words[language];
    const visitor = await VisitorPage.open(browser, site.url, options);
    const { page } = visitor;
    const violations: string[] = [];
    const check = async (): Promise<void> => {
      const found = await visitor.findAxeViolations();
      violations.push(...found.map((violation) => `${page.url()} ${violation}`));
    };

    await page.goto('/');
    await page.waitForURL('**/init');
    await button(page, text.setUp).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe(language === 'zh' ? 'zh-CN' : 'en');
    await check();
    await fillSetUp(page, text);
    await page.waitForURL('**/login');
    await check();
    // The new account is logged in by itself.
    await page.waitForURL((url) => url.pathname === '/');

    // The field has the focus: paste and Enter are enough.
    await page.getByRole('link', { name: text.admin }).waitFor();
    await expectFocus(page, text.longUrl);
    await page.keyboard.insertText('https://example.com/a/very/long/page?with=a&query=1');
    await check();
    await page.keyboard.press('Enter');
    await button(page, text.copy).waitFor();
    await check();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, text.copy).click();
    const shortLink = await readClipboard(page);
    expect(shortLink).toMatch(new RegExp(`^${site.url}[a-z2-9]{6}$`));
    expect(await field(page, text.longUrl).inputValue()).toBe('');

    const headers = { 'User-Agent': agentOf(browser) };
    const visit = await fetch(shortLink, { redirect: 'manual', headers });
    expect(visit.headers.get('location')).toBe(
      'https://example.com/a/very/long/page?with=a&query=1',
    );
    await drain(site);

    await page.getByRole('link', { name: text.admin }).click();
    await page.waitForURL('**/admin/list');
    const code = shortLink.slice(site.url.length);
    await page.getByText(code).first().waitFor();
    await check();
    await expectOneClick(page, language);

    await button(page, text.addLink).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text.longUrl).fill('https://example.org/second');
    await dialog.getByLabel(text.title).fill('第二个 link');
    await check();
    if (viewport.width >= 768) {
      expect((await page.locator('.mantine-Modal-content').boundingBox())?.width).toBe(400);
    }
    await dialog.getByRole('button', { name: text.addLink }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('example.org/second').first().waitFor();

    await button(page, text.deleteSelected).click();
    await page.getByText(text.noneSelected).waitFor();
    for (const box of await page.getByRole('checkbox').all()) {
      if ((await box.getAttribute('aria-label')) !== text.selectAll) await box.check();
    }
    await page.getByRole('button', { name: text.deleteSelected }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.deleteTwo }).waitFor();
    await check();
    await page.getByRole('dialog').getByRole('button', { name: text.deleteTwo }).click();
    await page.getByText(text.noLinks).waitFor();
    await check();

    await page.getByRole('button', { name: admin.username }).click();
    await page.getByRole('menuitem', { name: text.logOut }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.logOut }).click();
    await page.waitForURL('**/login');
    await waitForValue(page, "localStorage.getItem('token')", null);
    expect(await page.evaluate('Object.keys(sessionStorage)')).not.toContain('app_info');

    expect(violations).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 60_000);
}

async function expectFocus(page: Page, label: string): Promise<void> {
  const labels = 'document.activeElement?.labels?.[0]?.textContent';
  await waitForValue(page, `${labels}?.includes(${JSON.stringify(label)})`, true);
}

/** The click of a person is in the list, and the number says so. */
async function expectOneClick(page: Page, language: Language): Promise<void> {
  const people = language === 'zh' ? '真人 1 次' : '1 by people';
  const number = page.getByTitle(people, { exact: true });
  await number.waitFor();
  expect(await number.textContent()).toBe('1');
}
