import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { setOption } from '../../contracts/site.ts';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { openHome, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button, field } from './steps.ts';
import { desktop, launchBrowser, phone, VisitorPage } from './test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

for (const language of ['en', 'zh'] as const) {
  const text = linksWords[language];

  test(`home checks the long URL on blur and on submit: ${language}`, async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await openHome(browser, site, { language });
    const url = field(page, text.longUrl);
    const empty = page.getByRole('main').getByText(text.homeEmpty);
    const invalid = page.getByRole('main').getByText(text.urlInvalid);
    await waitForFocus(url);

    await url.blur();
    await empty.waitFor();
    await url.fill('https://');
    await empty.waitFor({ state: 'hidden' });
    await url.blur();
    await invalid.waitFor();
    await url.fill('https://example.com/');
    await invalid.waitFor({ state: 'hidden' });
    await url.fill('ftp://example.com/');
    await url.press('Enter');
    await invalid.waitFor();
    await waitForFocus(url);
    await url.fill('');
    await button(page, text.create).click();
    await empty.waitFor();
    expect(await url.getAttribute('aria-invalid')).toBe('true');

    // A visitor who goes on to the options gets no error for the empty field.
    await page.reload();
    await waitForFocus(url);
    await button(page, text.advanced).click();
    await field(page, text.customCode).waitFor();
    expect(await empty.count()).toBe(0);
    expect(faults).toEqual([]);
  }, 60_000);

  test(`home creates a link with a custom code, and the next result replaces it: ${language}`, async () => {
    await using site = await openSetUpSite();
    const visitor = await openHome(browser, site, { language, viewport: phone });
    const { page } = visitor;
    const url = field(page, text.longUrl);
    await url.fill('https://example.com/first');
    await button(page, text.advanced).click();
    const code = field(page, text.customCode);
    await page.locator('.framed-prefix', { hasText: `${new URL(site.url).host}/` }).waitFor();
    await code.fill('docs');
    await code.blur();
    await page.getByText(text.codeReserved).waitFor();
    await code.fill('my own');
    await code.blur();
    await page.getByText(text.codeInvalid).waitFor();
    await code.fill('Mine');

    // The answer waits until the test has seen the button.
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/shorten_url', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await code.press('Enter');
    const creating = button(page, text.creating);
    await creating.waitFor();
    expect(await creating.isDisabled()).toBe(true);
    answer.resolve();

    const result = page.locator('.home-result');
    await result.locator(`a[href="${site.url}mine"]`).waitFor();
    await result.getByText('https://example.com/first').waitFor();
    await waitForFocus(button(page, text.copy));
    expect(await url.inputValue()).toBe('');
    expect(await page.getByText(text.homeEmpty).count()).toBe(0);
    expect(await code.isVisible()).toBe(false);

    await url.fill('example.com/second');
    await url.press('Enter');
    await result.getByText('https://example.com/second').waitFor();
    expect(await result.getByText('https://example.com/first').count()).toBe(0);
    expect(await result.count()).toBe(1);

    await button(page, text.advanced).click();
    await url.fill('https://example.com/third');
    await code.fill('mine');
    await code.press('Enter');
    await page.getByText(text.codeTaken).first().waitFor();
    await waitForFocus(code);
    expect(await result.count()).toBe(0);
    expect(visitor.faults).toEqual([]);
    expect(await visitor.findAxeViolations()).toEqual([]);
  }, 60_000);
}

test('home leads to the login, and to the admin area once logged in', async () => {
  await using site = await openSetUpSite();
  const { page } = await openHome(browser, site, { viewport: desktop });
  await page.getByRole('link', { name: 'Admin' }).waitFor();
  await page.evaluate("localStorage.removeItem('token')");
  await page.reload();
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
  expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
}, 60_000);

test('a visitor who may not create links is told before typing', async () => {
  await using site = await openSetUpSite();
  const visitor = await VisitorPage.open(browser, site.url);
  const { page } = visitor;
  await page.goto('/');
  const closed = page.getByText('Only the administrator can create links here.');
  await closed.waitFor();
  expect(await visitor.findAxeViolations()).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL('**/login');

  const value = JSON.stringify({ allowed: true, per_hour: 20 });
  await site.call(setOption, { key: 'anonymous_creation', value }, site.token);
  await page.goto('/');
  await page.locator('form').waitFor();
  expect(await closed.count()).toBe(0);
  expect(visitor.faults).toEqual([]);
}, 60_000);

test('only visitors who may not create links see the notice before typing', async () => {
  await using site = await openSetUpSite();
  const { page } = await VisitorPage.open(browser, site.url);
  const notice = page.getByText('Only the administrator can create links here.');
  await page.goto('/');
  await notice.waitFor();

  const value = JSON.stringify({ allowed: true, per_hour: 20 });
  await site.call(setOption, { key: 'anonymous_creation', value }, site.token);
  await page.reload();
  await field(page, 'Long URL').waitFor();
  expect(await notice.count()).toBe(0);

  const closed = JSON.stringify({ allowed: false, per_hour: 20 });
  await site.call(setOption, { key: 'anonymous_creation', value: closed }, site.token);
  const { page: own } = await openHome(browser, site);
  await field(own, 'Long URL').waitFor();
  expect(await own.getByText('Only the administrator can create').count()).toBe(0);
}, 60_000);
