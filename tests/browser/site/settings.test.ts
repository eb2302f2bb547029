import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { getAppInfo, login } from '../../../contracts/account.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { getOption } from '../../../contracts/site.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { button, field } from '../steps.ts';
import { languages, launchBrowser, phone } from '../test-browser.ts';
import { waitForValue } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

function avatarService(page: Page): Locator {
  return page.getByLabel(adminWords.en.avatar, { exact: true });
}

test('saved settings take effect on the public pages at once', async () => {
  await using site = await openSetUpSite();
  const text = adminWords.en;
  await site.call(createLink, { long_url: 'https://example.com/', short_url: 'x1' }, site.token);
  const visitor = await openAdmin(browser, site, 'setting');
  const { page } = visitor;
  await field(page, text.siteName).fill('  The Shed ');
  await field(page, text.description).fill('Links & "more"');
  await field(page, text.header).fill('<p id="greeting">Hello from the header</p>');
  await page.getByRole('switch', { name: text.guests }).check();
  await field(page, text.perHour).fill('7');
  await field(page, text.blocked).fill('badbot');
  await page.getByRole('switch', { name: text.tells }).uncheck();
  const changed = page.getByText(
    'Site, Custom HTML, Visitors, Blocked browsers, and Sign-in changed',
  );
  await changed.waitFor();
  await page.keyboard.press('Control+s');
  await page.getByRole('alert').getByText(text.saved).waitFor();
  await changed.waitFor({ state: 'hidden' });
  // The page shows the new name too.
  await page.getByRole('banner').getByText('The Shed').waitFor();
  await waitForValue(page, "document.title.endsWith('The Shed')", true);

  const html = await (await site.fetch('/')).text();
  expect(html).toContain('<title>The Shed</title>');
  expect(html).toContain('content="Links &amp; &quot;more&quot;"');
  const blocked = await site.fetch('/x1', { headers: { 'user-agent': 'BadBot/1' } });
  expect(blocked.status).toBe(403);
  expect((await site.call(login, { username: 'nobody', password: 'x' })).msg).toBe('login.error');
  const guests = await site.call(getOption, { key: 'anonymous_creation' }, site.token);
  expect(guests.data).toEqual({ allowed: true, per_hour: 7 });
  const made = await site.call(createLink, { long_url: 'https://example.com/by-a-guest' });
  expect(made.code).toBe(200);

  await page.getByRole('banner').getByText('The Shed').click();
  await page.getByText('Hello from the header').waitFor();
  await page.goto('/admin/setting');
  await field(page, text.header).waitFor();
  expect(await field(page, text.siteName).inputValue()).toBe('The Shed');
  expect(await page.locator('#greeting').count()).toBe(0);
  expect(visitor.faults).toEqual([]);
  await visitor.close();
}, 300_000);

testInAll(
  'the avatar service changes with the page, and can be switched off',
  async () => {
    await using site = await openSetUpSite();
    const text = adminWords.en;
    const visitor = await openAdmin(browser, site, 'setting', { hasAvatars: true });
    const { page } = visitor;
    const image = page.getByRole('banner').locator('.mantine-Avatar-root img');
    expect(await image.getAttribute('src')).toStartWith('https://www.gravatar.com/avatar/');
    await avatarService(page).selectOption('off');
    await button(page, text.save).click();
    await page.getByRole('alert').getByText(text.saved).waitFor();
    await image.waitFor({ state: 'detached' });
    const { data } = await site.call(getAppInfo, {}, site.token);
    expect((data as { avatar_url: string }).avatar_url).toBe('');
    await avatarService(page).selectOption('own');
    await field(page, text.avatarAddress).fill('https://www.gravatar.com/other/');
    await button(page, text.save).click();
    await image.waitFor();
    expect(await image.getAttribute('src')).toStartWith('https://www.gravatar.com/other/');
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);

testInAll(
  'an anchor in the address and a link of the list of sections open each section',
  async () => {
    await using site = await openSetUpSite();
    const { page } = await openAdmin(browser, site, 'setting#statistics', { viewport: phone });
    const isInSight = (section: string) =>
      waitForValue(
        page,
        `[document.querySelector('#${section} h2')?.getBoundingClientRect().top].some((top) => top > 0 && top < innerHeight / 2)`,
        true,
      );
    await isInSight('statistics');
    await page.evaluate('scrollTo(0, 0)');
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('link', { name: 'Sign-in' }).focus();
    await page.keyboard.press('Enter');
    await isInSight('login');
    expect(new URL(page.url()).hash).toBe('#login');
    await page.keyboard.press('Tab');
    await waitForValue(page, "document.activeElement.closest('section')?.id", 'login');
    expect(await page.getByRole('button', { name: adminWords.en.save }).count()).toBe(0);
  },
  300_000,
);

for (const language of languages) {
  testInAll(
    `leaving the page with unsaved changes asks first: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      const text = adminWords[language];
      const visitor = await openAdmin(browser, site, 'setting', { language });
      const { page } = visitor;
      await field(page, text.footer).fill('Half a footer');
      await page.getByRole('link', { name: text.token }).click();
      const dialog = page.getByRole('dialog', { name: text.leaveTitle });
      await dialog.waitFor();
      expect(await visitor.findAxeViolations()).toEqual([]);
      await dialog.getByRole('button', { name: text.stay }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await field(page, text.footer).inputValue()).toBe('Half a footer');

      // The browser itself guards against closing and reloading.
      const asked = page.waitForEvent('dialog').then((question) => question.dismiss());
      await Promise.all([asked, page.getByRole('banner').getByText('Brisk').click()]);
      expect(new URL(page.url()).pathname).toBe('/admin/setting');

      // Switching the language keeps the changes without a question.
      let questions = 0;
      page.on('dialog', async (question) => {
        questions += 1;
        await question.accept();
      });
      await page.getByText(text.otherLanguage, { exact: true }).click();
      const other = adminWords[language === 'en' ? 'zh' : 'en'];
      await page.getByText(other.htmlChanged).waitFor();
      expect(await field(page, other.footer).inputValue()).toBe('Half a footer');
      expect(questions).toBe(0);
      await button(page, other.save).click();
      await page.getByRole('alert').getByText(other.saved).waitFor();
      await page.getByRole('link', { name: other.token }).click();
      await page.waitForURL('**/admin/token');
      expect(visitor.faults).toEqual([]);
      await visitor.close();
    },
    300_000,
  );
}
