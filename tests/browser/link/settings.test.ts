import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { getHistory, type Change } from '../../../contracts/links/history.ts';
import { deleteLink } from '../../../contracts/links/links.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { changeLink, findLink } from './link-page-steps.ts';
import { openSection } from './link-routing-steps.ts';
import { linkWords } from './link-words.ts';
import { addLinks, waitForFocus } from '../links/links-steps.ts';
import { button, writeClipboard } from '../steps.ts';
import { launchBrowser, phone } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = linkWords.en;

function fieldOf(page: Page, label: string) {
  return page.getByRole('main').getByLabel(label, { exact: true });
}

/** Returns the fields that an action sends. */
async function readSent(page: Page, act: () => Promise<unknown>): Promise<unknown> {
  const [request] = await Promise.all([page.waitForRequest('**/api/update_url/*'), act()]);
  return request.postDataJSON();
}

for (const viewport of firstInShort([undefined, phone])) {
  testInAll(
    `the save bar names the changed fields, and only these are saved: ${viewport?.width ?? 'desktop'}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'spring', title: 'Spring', description: 'Words' }]);
      const { page, faults } = await openAdmin(browser, site, 'links/spring/settings', {
        ...(viewport !== undefined && { viewport }),
      });
      const save = button(page, text.save);
      await fieldOf(page, text.title).fill('Summer');
      await page.getByText(text.titleChanged, { exact: true }).waitFor();
      await openSection(page, 'when');
      await page.getByText(text.sevenDays, { exact: true }).click();
      await page.getByText(text.titleAndExpiry, { exact: true }).waitFor();
      // The save bar is visible at any scroll position.
      await page.evaluate('scrollTo(0, 0)');
      expect(await save.boundingBox().then((box) => box!.y)).toBeLessThan(
        await page.evaluate<number>('innerHeight'),
      );
      expect(await readSent(page, () => save.click())).toEqual({ title: 'Summer', ttl_days: 7 });
      await page.getByText(text.saved).waitFor();
      await save.waitFor({ state: 'hidden' });
      await page.getByText('Summer', { exact: true }).waitFor();

      await fieldOf(page, text.title).fill('Autumn');
      await button(page, text.discard).click();
      expect(await fieldOf(page, text.title).inputValue()).toBe('Summer');
      await save.waitFor({ state: 'hidden' });
      await waitForFocus(page.getByRole('main'));
      expect(faults).toEqual([]);
    },
    300_000,
  );
}

testInAll(
  'Ctrl+S and Ctrl+Enter save all fields, the switches too',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const { page, faults } = await openAdmin(browser, site, 'links/spring/settings');
    await fieldOf(page, text.description).fill('By keyboard');
    const { keyboard } = page;
    expect(await readSent(page, () => keyboard.press('Control+Enter'))).toEqual({
      description: 'By keyboard',
    });
    await page.getByText(text.saved).waitFor();
    await waitForFocus(fieldOf(page, text.description));
    await openSection(page, 'statistics');
    const on = page.getByRole('switch', { name: text.on });
    await on.press('Space');
    await page.getByRole('switch', { name: text.countOnly }).press('Space');
    expect(await readSent(page, () => keyboard.press('Control+s'))).toEqual({
      is_active: 0,
      is_count_only: 1,
    });
    await page.getByText(text.off, { exact: true }).waitFor();
    expect(await on.isChecked()).toBe(false);
    const { state, is_count_only } = await findLink(site, 'spring');
    expect([state, is_count_only]).toEqual(['off', 1]);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'tags and note are saved, even a half-typed tag',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    await changeLink(site, 'spring', { tags: ['Garden'] });
    const { page, faults } = await openAdmin(browser, site, 'links/spring/settings');
    const { keyboard } = page;
    await fieldOf(page, text.note).fill('Ask Mia');
    const tags = page.getByRole('combobox', { name: text.tags });
    await tags.focus();
    // Tags that differ only in case are the same.
    await keyboard.type('garden,sale,pri');
    await page.getByText(text.noteAndTags, { exact: true }).waitFor();
    expect(await readSent(page, () => keyboard.press('Control+s'))).toEqual({
      note: 'Ask Mia',
      tags: ['Garden', 'sale', 'pri'],
    });
    await page.getByText(text.saved).waitFor();
    await waitForFocus(tags);
    const { note, tags: saved } = await findLink(site, 'spring');
    expect([note, saved]).toEqual(['Ask Mia', ['Garden', 'pri', 'sale']]);
    await button(page, text.save).waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'campaign tags are written into the long URL',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const visitor = await openAdmin(browser, site, 'links/spring/settings');
    const { page } = visitor;
    await button(page, text.campaign).click();
    await fieldOf(page, text.source).fill('letter');
    const tagged = 'https://example.com/spring?utm_source=letter';
    await waitUntil(page, () => fieldOf(page, text.longUrl).inputValue(), tagged);
    expect(await visitor.findAxeViolations()).toEqual([]);
    expect(await readSent(page, () => page.keyboard.press('Control+s'))).toEqual({
      long_url: tagged,
    });
    await page.getByText(text.saved).waitFor();
    expect(visitor.faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a refusal stands beside its field only, and the field has the focus',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'taken' }, { short_url: 'spring' }]);
    const { page, faults } = await openAdmin(browser, site, 'links/spring/settings');
    const code = fieldOf(page, text.code);
    await code.fill('');
    await code.blur();
    await page.getByText(text.codeEmpty).waitFor();
    await code.fill('taken');
    await button(page, text.save).click();
    await page.getByText(text.codeTaken).waitFor();
    await waitForFocus(code);
    expect(await page.getByRole('alert').count()).toBe(0);
    const url = fieldOf(page, text.longUrl);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await writeClipboard(page, 'https://example.com/1\nhttps://example.com/2');
    await url.press('Control+A');
    await url.press('Control+V');
    await page.getByText(text.several).waitFor();
    expect(await url.inputValue()).toBe('https://example.com/spring');
    await url.fill('example.com/typed');
    await url.blur();
    expect(await url.inputValue()).toBe('https://example.com/typed');
    // The page stays open under the new code.
    await code.fill('summer');
    await page.getByText(text.codeTaken).waitFor({ state: 'hidden' });
    await button(page, text.save).click();
    await page.waitForURL('**/admin/links/summer/settings');
    await waitUntil(page, () => code.inputValue(), 'summer');
    await button(page, text.save).waitFor({ state: 'hidden' });
    await page.getByRole('main').getByRole('link', { name: text.history, exact: true }).click();
    await page.waitForURL('**/admin/links/summer/history');
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'leaving with unsaved changes asks first, also for another tab of the link',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring', title: 'Spring' }]);
    const { page, faults } = await openAdmin(browser, site, 'links/spring/settings');
    await fieldOf(page, text.title).fill('Summer');
    const history = page.getByRole('main').getByRole('link', { name: text.history, exact: true });
    const question = page.getByRole('dialog', { name: text.unsaved });
    await history.click();
    await question.getByRole('button', { name: text.stay }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await fieldOf(page, text.title).inputValue()).toBe('Summer');
    await history.click();
    await question.getByRole('button', { name: text.leave }).click();
    await page.getByRole('heading', { name: text.noChanges }).waitFor();
    expect((await findLink(site, 'spring')).title).toBe('Spring');

    // The browser asks too when the window closes.
    await page.goBack();
    await fieldOf(page, text.title).focus();
    await page.keyboard.type('!');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    expect(await fieldOf(page, text.title).inputValue()).toBe('Spring!');
    expect(faults).toEqual([]);
  },
  300_000,
);

test('an edit from another window stays when other fields are saved here', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring', title: 'Spring' }]);
  const { page, faults } = await openAdmin(browser, site, 'links/spring/settings');
  await fieldOf(page, text.description).fill('Words');
  await changeLink(site, 'spring', { title: 'Changed elsewhere' });
  expect(await readSent(page, () => button(page, text.save).click())).toEqual({
    description: 'Words',
  });
  // The form shows the other window's value.
  await waitUntil(page, () => fieldOf(page, text.title).inputValue(), 'Changed elsewhere');
  const { id, title, description } = await findLink(site, 'spring');
  expect([title, description]).toEqual(['Changed elsewhere', 'Words']);
  const { data } = await site.call(getHistory, { id }, site.token);
  expect((data as Change[]).map(({ field }) => field)).toEqual(['description', 'title']);
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'saving a deleted link fails, and the page says what to do next',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const { page, faults } = await openAdmin(browser, site, 'links/spring/settings');
    await fieldOf(page, text.title).fill('Summer');
    await site.call(deleteLink, { short_url: 'spring' }, site.token);
    await button(page, text.save).click();
    await page.getByRole('alert').getByText(text.gone).waitFor();
    await page.getByRole('heading', { name: text.none('spring') }).waitFor();
    await page.getByRole('link', { name: text.allLinks }).click();
    await page.waitForURL('**/admin/list');
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'switching the language keeps unsaved input',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring', title: 'Spring' }]);
    const { page, faults } = await openAdmin(browser, site, 'links/spring/settings');
    await fieldOf(page, text.title).fill('Summer');
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByText(linkWords.zh.titleChanged).waitFor();
    expect(await fieldOf(page, linkWords.zh.title).inputValue()).toBe('Summer');
    expect(faults).toEqual([]);
  },
  300_000,
);
