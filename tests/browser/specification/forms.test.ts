import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { init } from '../../../contracts/account.ts';
import { getInitState } from '../../../contracts/site.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { admin, TestSite } from '../../journeys/test-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { waitForFocus } from '../links/links-steps.ts';
import { expectFieldMessage, expectToast, withFailingCalls } from '../message-steps.ts';
import { specWords } from './spec-words.ts';
import { button, field, fillSetUp } from '../steps.ts';
import { behaviorLanguages, launchBrowser, VisitorPage } from '../test-browser.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

function password(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

for (const language of behaviorLanguages) {
  const text = { ...words[language], ...specWords[language] };

  testInAll(
    `the set-up checks each rule on blur and on submit: ${language}`,
    async () => {
      await using site = await TestSite.open();
      const visitor = await VisitorPage.open(browser, site.url, { language });
      const { page } = visitor;
      await page.goto('/init');
      const name = field(page, text.username);
      const email = field(page, text.email);
      const first = password(page, text.password);
      const repeat = password(page, text.repeat);
      await waitForFocus(name);

      const rules: readonly [input: Locator, typed: string, message: string][] = [
        [name, '', text.nameEmpty],
        [name, 'ada_l', text.nameInvalid],
        [name, 'al', text.nameInvalid],
        [name, 'adÄ', text.nameInvalid],
        [email, '', text.emailEmpty],
        [email, 'ada', text.emailInvalid],
        [first, '', text.passwordEmpty],
        [first, '12345', text.passwordShort],
        [first, '      ', text.passwordEmpty],
        [repeat, '', text.repeatEmpty],
        [repeat, '123456', text.mismatch],
      ];
      for (const [input, typed, message] of rules) {
        await input.fill(typed);
        await input.blur();
        await expectFieldMessage(page, message);
      }
      // Each key in the first field compares the passwords again.
      await repeat.fill('correct horse');
      await first.fill('correct hors');
      await expectFieldMessage(page, text.mismatch);
      await first.press('e');
      await page.getByText(text.mismatch).waitFor({ state: 'hidden' });
      await first.press('!');
      await expectFieldMessage(page, text.mismatch);
      expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);

      await page.reload();
      await waitForFocus(name);
      await button(page, text.setUp).click();
      for (const empty of [text.nameEmpty, text.emailEmpty, text.passwordEmpty, text.repeatEmpty]) {
        await expectFieldMessage(page, empty);
      }
      await waitForFocus(name);

      await name.fill('ada_l');
      await email.fill('ada');
      await first.fill('12345');
      await repeat.fill('12345');
      await repeat.press('Enter');
      for (const wrong of [text.nameInvalid, text.emailInvalid, text.passwordShort]) {
        await expectFieldMessage(page, wrong);
      }
      await waitForFocus(name);

      await name.fill(admin.username);
      await email.fill(admin.email);
      for (const weak of ['PassWord', 'qwerty123']) {
        await first.fill(weak);
        await repeat.fill(weak);
        await repeat.press('Enter');
        await expectFieldMessage(page, text.passwordCommon);
        // The message is about this password, so it goes with the next key.
        await first.fill('');
        await page.getByRole('main').getByText(text.passwordCommon).waitFor({ state: 'hidden' });
      }
      await first.fill(admin.password);
      await repeat.fill(`${admin.password}!`);
      await repeat.press('Enter');
      await expectFieldMessage(page, text.mismatch);
      await waitForFocus(repeat);
      expect((await site.call(getInitState)).data).toEqual({ is_init: 'no' });
      expect(visitor.faults).toEqual([]);
      await visitor.close();
    },
    300_000,
  );

  testInAll(
    `a set-up that fails or comes second shows an error: ${language}`,
    async () => {
      await using site = await TestSite.open();
      const { page } = await VisitorPage.open(browser, site.url, { language });
      await page.goto('/init');
      await withFailingCalls(page, '**/api/user/init', async () => {
        await fillSetUp(page, text);
        await expectToast(page, text.initFailed);
      });

      await site.call(init, { ...admin, username: 'mallory' });
      await button(page, text.setUp).click();
      await expectToast(page, text.initRepeated);
      await page.getByRole('heading', { name: text.initThere }).waitFor();
    },
    300_000,
  );

  test(`a failed login after the set-up shows an error and keeps name and password: ${language}`, async () => {
    await using site = await TestSite.open();
    const { page } = await VisitorPage.open(browser, site.url, { language });
    await page.goto('/init');
    await withFailingCalls(page, '**/api/login', async () => {
      await fillSetUp(page, text);
      await page.waitForURL('**/login');
      await expectFieldMessage(page, text.loginFailed);
    });
    expect(await field(page, text.username).inputValue()).toBe(admin.username);
    const stored = 'JSON.stringify([localStorage, sessionStorage, history.state])';
    expect(await page.evaluate<string>(stored)).not.toContain(admin.password);
    await button(page, text.login).click();
    await page.waitForURL((url) => url.pathname === '/');
  }, 300_000);

  testInAll(
    `the login checks each rule on blur and on submit: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      const visitor = await VisitorPage.open(browser, site.url, { language });
      const { page } = visitor;
      await page.goto('/login');
      const name = field(page, text.username);
      const secret = password(page, text.password);
      await waitForFocus(name);
      await secret.focus();
      await expectFieldMessage(page, text.loginNameEmpty);
      await name.focus();
      await expectFieldMessage(page, text.loginPasswordEmpty);

      await page.reload();
      await waitForFocus(name);
      await name.press('Enter');
      await expectFieldMessage(page, text.loginNameEmpty);
      await expectFieldMessage(page, text.loginPasswordEmpty);

      await name.fill('nobody');
      await secret.fill(admin.password);
      await secret.press('Enter');
      await expectFieldMessage(page, text.nameWrong);
      await expectToast(page, text.nameWrong);
      await name.fill(admin.username);
      await secret.fill('not the password');
      await secret.press('Enter');
      await expectFieldMessage(page, text.passwordWrong);
      await expectToast(page, text.passwordWrong);
      expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
      expect(visitor.faults).toEqual([]);

      await withFailingCalls(page, '**/api/login', async () => {
        await secret.fill(admin.password);
        await secret.press('Enter');
        await expectFieldMessage(page, text.loginFailed);
        await expectToast(page, text.loginFailed);
      });
      expect(await page.evaluate("localStorage.getItem('token')")).toBeNull();
      await visitor.close();
    },
    300_000,
  );
}
