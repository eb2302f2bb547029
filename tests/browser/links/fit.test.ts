import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { addLinks, row, rows, tabTo, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button } from '../steps.ts';
import { desktop, languages, launchBrowser, phone } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('each tab of a phone is 44 px high, and hides nothing of a page', async () => {
  await using site = await openSetUpSite();
  await addLinks(
    site,
    Array.from({ length: 12 }, (_, at) => ({ short_url: `link-${at}` })),
  );
  const { page } = await openAdmin(browser, site, 'token', { viewport: phone });
  const more = button(page, adminWords.en.more);
  expect(await more.getAttribute('aria-current')).toBe('true');
  for (const tab of await page.locator('.shell-menu-link').all()) {
    const { width, height } = (await tab.boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(44);
    expect(width).toBeGreaterThanOrEqual(44);
  }
  const bar = (await page.locator('.shell-side').boundingBox())!;
  for (const name of ['list', 'token', 'setting', 'migration', 'bin', 'stats']) {
    await page.goto(`/admin/${name}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const findHidden = () =>
      page.locator('.shell').evaluate((shell, top) => {
        shell.ownerDocument.scrollingElement!.scrollTop = Number.MAX_SAFE_INTEGER;
        const marks = [...shell.querySelectorAll('main a, main button, main input, footer a')];
        return marks
          .filter((mark) => mark.getBoundingClientRect().bottom > top)
          .map((mark) => mark.className);
      }, bar.y);
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    await waitUntil(page, findHidden, []);
  }
}, 300_000);

/** Counts the actions of a user: a key, a run of typing, or Tab to an element. */
function countActions(page: Page) {
  let actions = 0;
  return {
    count: () => actions,
    press: async (key: string) => {
      actions += 1;
      await page.keyboard.press(key);
    },
    type: async (words: string) => {
      actions += 1;
      await page.keyboard.type(words);
    },
    retype: async (words: string) => {
      actions += 1;
      await page.keyboard.press('Control+a');
      await page.keyboard.type(words);
    },
  };
}

for (const { language, viewport } of firstInShort([
  { language: 'en', viewport: desktop },
  { language: 'zh', viewport: phone },
] as const)) {
  const text = { ...linksWords[language], ...adminWords[language] };

  test(`by keyboard alone a target is changed in six actions: ${language}, ${viewport.width}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [
      { short_url: 'autumn', title: 'Autumn sale' },
      { short_url: 'guide', title: 'Guide' },
    ]);
    const { page } = await openAdmin(browser, site, 'list', { language, viewport });
    await row(page, 'guide').waitFor();
    const keys = countActions(page);
    await keys.press('/');
    await waitForFocus(page.getByRole('searchbox'));
    await keys.type('autumn');
    await waitUntil(page, () => rows(page).count(), 1);
    await keys.press('ArrowDown');
    await waitForFocus(row(page, 'autumn'));
    await keys.press('e');
    await waitForFocus(page.getByRole('dialog').getByLabel(text.longUrl));
    await keys.retype('https://example.com/new');
    await keys.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(keys.count()).toBeLessThanOrEqual(6);
    const answer = await site.fetch('/autumn');
    expect(answer.headers.get('location')).toBe('https://example.com/new');
  }, 300_000);

  test(`by keyboard alone the last week of a link is two actions away: ${language}, ${viewport.width}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'autumn' }]);
    const { page } = await openAdmin(browser, site, 'list', { language, viewport });
    await row(page, 'autumn').focus();
    const keys = countActions(page);
    await keys.press('s');
    await page.waitForURL('**/admin/links/autumn');
    // Reaching a control by Tab and pressing it is one action, as with a mouse.
    const period = page
      .getByRole('radio', { checked: true })
      .or(page.getByRole('combobox'))
      .first();
    await tabTo(page, period);
    await keys.press('ArrowLeft');
    await page.waitForURL('**/admin/links/autumn?period=7d');
    expect(keys.count()).toBe(2);
  }, 300_000);
}

testInAll.each(languages)(
  'the actions on a million links fit above the list: %s',
  async (language) => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'one' }]);
    const { page } = await openAdmin(browser, site, 'about', { language });
    await page.route('**/api/urls?*', async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: object };
      await route.fulfill({ json: { ...rest, data: { ...data, total: 1_000_000 } } });
    });
    await page.goto('/admin/list');
    await row(page, 'one').waitFor();
    await page.locator('thead input[type=checkbox]').check();
    const bar = page.locator('.links-table-bar');
    for (const width of [1920, 1409, 1408, 1249, 1248, 1025, 768]) {
      await page.setViewportSize({ width, height: 800 });
      const { y, height } = (await bar.boundingBox())!;
      const more = (await page.locator('.links-selected-more').boundingBox())!;
      expect([width, more.y + more.height <= y + height]).toEqual([width, true]);
    }
  },
  300_000,
);
