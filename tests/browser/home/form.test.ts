import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { setOption } from '../../../contracts/site.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test } from '../browser-test.ts';
import { openHome, waitForFocus } from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { button, field } from '../steps.ts';
import { behaviorLanguages, launchBrowser, phone, VisitorPage } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

for (const language of behaviorLanguages) {
  const text = linksWords[language];

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

    const result = page.locator('.added');
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
  }, 300_000);
}

test('only visitors who may not create links see the notice before typing', async () => {
  await using site = await openSetUpSite();
  const visitor = await VisitorPage.open(browser, site.url);
  const { page } = visitor;
  const notice = page.getByText('Creating links here needs a login.');
  const setAllowed = (allowed: boolean) => {
    const value = JSON.stringify({ allowed, per_hour: 20 });
    return site.call(setOption, { key: 'anonymous_creation', value }, site.token);
  };
  await page.goto('/');
  await notice.waitFor();
  expect(await visitor.findAxeViolations()).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL('**/login');

  await setAllowed(true);
  await page.goto('/');
  await field(page, linksWords.en.longUrl).waitFor();
  expect(await notice.count()).toBe(0);

  // An administrator is led to the admin area instead of the login.
  await setAllowed(false);
  await visitor.logIn(site.token);
  await page.goto('/');
  await page.getByRole('link', { name: 'Admin' }).waitFor();
  expect(await notice.count()).toBe(0);
  await page.evaluate("localStorage.removeItem('token')");
  await page.reload();
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
  expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  expect(visitor.faults).toEqual([]);
}, 300_000);
