import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { logout } from '../../../contracts/account.ts';
import { listAll, openSetUpSite, signIn } from '../../journeys/set-up-site.ts';
import { admin } from '../../journeys/test-site.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { test, testInAll } from '../browser-test.ts';
import { findLink } from '../link/link-page-steps.ts';
import { openSection } from '../link/link-routing-steps.ts';
import { linkWords } from '../link/link-words.ts';
import { addLinks, row, waitForFocus } from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { manyWords } from '../many/many-words.ts';
import { button } from '../steps.ts';
import { behaviorLooks, launchBrowser, type Language } from '../test-browser.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

function findLogin(page: Page, language: Language) {
  const text = { ...words[language], ...adminWords[language] };
  const dialog = page.getByRole('dialog', { name: text.loginAgain });
  const password = dialog.getByLabel(text.password, { exact: true });
  return { dialog, password, leave: dialog.getByRole('button', { name: text.leaveInput }) };
}

/** Logs in over the page, by keyboard. */
async function logInAgain(page: Page, language: Language): Promise<void> {
  const { dialog, password } = findLogin(page, language);
  await waitForFocus(password);
  await page.keyboard.press('Escape');
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

const endLogin = (site: SetUpSite) => site.call(logout, {}, site.token);

for (const { language, ...look } of behaviorLooks) {
  const name = `${language}, ${look.viewport.width} wide`;
  const text = { ...linksWords[language], ...linkWords[language] };

  test(`settings of a link are saved after their login has ended: ${name}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'mine', title: 'Mine' }]);
    const visitor = await openAdmin(browser, site, 'links/mine/settings', { ...look, language });
    const { page } = visitor;
    const main = page.getByRole('main');
    await main.getByLabel(text.title, { exact: true }).fill('Ours');
    await openSection(page, 'who');
    await main.locator('input[autocomplete="new-password"]').fill('open sesame');
    await endLogin(site);
    await page.keyboard.press('Control+s');
    await findLogin(page, language).dialog.waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);
    // Nothing of the page can be seen, and its password is stored nowhere.
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, name])',
    );
    expect(stored).not.toContain('sesame');
    await logInAgain(page, language);
    await page.keyboard.press('Control+s');
    await page.getByText(text.saved).waitFor();
    const token = await signIn(site);
    const saved = await findLink(Object.assign(site, { token }), 'mine');
    expect([saved.title, saved.has_password]).toEqual(['Ours', true]);
  }, 300_000);
}

testInAll(
  'a dialog stays open below the login, and a login in another window does not show it',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'mine' }]);
    const { page } = await openAdmin(browser, site, 'list');
    const other = await page.context().newPage();
    await other.goto('/admin/list');
    await row(other, 'mine').waitFor();
    await row(page, 'mine').waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: linksWords.en.addLink });
    const url = dialog.getByLabel(linksWords.en.longUrl);
    await waitForFocus(url);
    await page.keyboard.type('https://example.com/kept');
    await endLogin(site);
    await other.reload();
    await other.waitForURL('**/login');
    const again = findLogin(page, 'en').dialog;
    await again.waitFor();
    const token = await signIn(site);
    await other.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`);
    await other.goto('/admin/list');
    await row(other, 'mine').waitFor();
    expect(await again.isVisible()).toBe(true);
    await logInAgain(page, 'en');
    expect(await url.inputValue()).toBe('https://example.com/kept');
    await url.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await listAll(site, token)).toHaveLength(2);
  },
  300_000,
);

testInAll(
  'a pasted list outlives its login, and can be left for the login page',
  async () => {
    await using site = await openSetUpSite();
    const { page } = await openAdmin(browser, site, 'many');
    const list = page.getByLabel(manyWords.en.list);
    const submit = button(page, 'Add 1 link');
    await list.fill('https://example.com/one');
    await submit.waitFor();
    await endLogin(site);
    await submit.click();
    await logInAgain(page, 'en');
    expect(await list.inputValue()).toBe('https://example.com/one');
    await site.call(logout, {}, await page.evaluate<string>("localStorage.getItem('token')"));
    await submit.click();
    await findLogin(page, 'en').leave.click();
    await page.waitForURL('**/login');
  },
  300_000,
);
