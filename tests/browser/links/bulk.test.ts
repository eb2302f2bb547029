import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { getLink, listLinks } from '../../../contracts/links/links.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { bulkWords } from './bulk-words.ts';
import { addLinks, openTools, rows, startSelecting, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button } from '../steps.ts';
import {
  behaviorLanguages,
  behaviorLooks,
  desktop,
  launchBrowser,
  phone,
} from '../test-browser.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Creates links l0, l1 and so on, to pages of old.example. */
function createLinks(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    short_url: `l${at}`,
    long_url: `https://old.example/${at}`,
    tags: at % 2 === 0 ? ['even'] : [],
  }));
}

/** Presses Tab or Shift+Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error('the focus does not come there');
}

for (const viewport of firstInShort([desktop, phone])) {
  test(`50 links get a tag in 5 actions: ${viewport.width} wide`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, createLinks(50));
    const text = bulkWords.en;
    const { page, faults } = await openAdmin(browser, site, 'list', { viewport });
    await rows(page).nth(9).waitFor();
    let actions = 0;
    const act = async (action: Promise<unknown>): Promise<void> => {
      actions += 1;
      await action;
    };
    if (viewport === phone) await act(openTools(page));
    else await act(page.getByRole('checkbox', { name: words.en.selectAll }).check());
    await act(button(page, text.selectTotal(50)).click());
    await act(button(page, text.edit).click());
    await waitForFocus(page.getByRole('combobox', { name: text.addTags }));
    await act(page.keyboard.type('Campaign,'));
    await act(button(page, text.change(50)).click());
    await page.getByText(text.changed(50)).waitFor();
    expect(actions).toBeLessThanOrEqual(5);
    for (const { tags } of await listAll(site, site.token)) expect(tags).toContain('Campaign');
    expect(faults).toEqual([]);
  }, 300_000);
}

for (const look of behaviorLooks) {
  const name = `${look.language}, ${look.viewport.width} wide`;
  test(`the bulk dialog previews changes, applies them and undoes them: ${name}`, async () => {
    await using site = await openSetUpSite();
    const { host } = new URL(site.url);
    const own = { short_url: 'own', long_url: 'https://old.example/', title: 'Own' };
    await addLinks(site, [own, ...createLinks(3)]);
    const text = bulkWords[look.language];
    const visitor = await openAdmin(browser, site, 'list', look);
    const { page, faults } = visitor;
    const dialog = page.getByRole('dialog', { name: text.title(4) });
    await rows(page).nth(3).waitFor();
    const before = await listAll(site, site.token);
    await startSelecting(page);
    await page.getByRole('checkbox', { name: words[look.language].selectAll }).check();
    await button(page, text.edit).click();
    await dialog.waitFor();
    await waitForFocus(dialog.getByRole('combobox', { name: text.addTags }));
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    expect(await button(page, text.changePlain).isDisabled()).toBe(true);

    // Without a change, the button is disabled.
    await dialog.getByRole('combobox', { name: text.removeTags }).fill('unused,');
    await dialog.getByText(text.nothing).waitFor();
    expect(await button(page, text.changePlain).isDisabled()).toBe(true);
    await page.keyboard.press('Backspace');
    await dialog.getByText(text.onDate, { exact: true }).click();
    await dialog.getByLabel(text.expiresOn).last().fill('2020-01-01T00:00');
    await dialog.getByLabel(text.find).fill('https://old.example/');
    await dialog.getByText(text.pastDate).waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    await dialog.getByText(text.thirtyDays, { exact: true }).click();
    await dialog.getByText(text.off, { exact: true }).click();
    await dialog.getByLabel(text.put).fill(`http://${host}/`);
    await dialog.getByText(text.nothing).waitFor();
    await dialog.getByLabel(text.find).fill('old.example/');
    await dialog.getByLabel(text.put).fill('new.example/x');
    await dialog.getByText(text.changes(4, 4)).waitFor();
    const example = dialog.getByRole('listitem').filter({ hasText: 'l0' });
    expect(await example.locator('del').first().textContent()).toBe('https://old.example/0');
    expect(await example.locator('ins').first().textContent()).toBe('https://new.example/x0');
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    expect(await listAll(site, site.token)).toEqual(before);

    await button(page, text.change(4)).click();
    await page.getByText(text.changed(4)).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    const changed = await listAll(site, site.token);
    expect(changed.map((link) => link.long_url)).toEqual([
      'https://new.example/x2',
      'https://new.example/x1',
      'https://new.example/x0',
      'https://new.example/x',
    ]);
    expect(changed.map((link) => link.state)).toEqual(['off', 'off', 'off', 'off']);
    await button(page, linksWords[look.language].undo).click();
    await page.getByText(text.undone(4)).waitFor();
    const known = ({ updated_at: _updated, ...link }: (typeof before)[number]) => link;
    expect((await listAll(site, site.token)).map(known)).toEqual(before.map(known));
    expect(faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

for (const language of behaviorLanguages) {
  testInAll(
    `links are changed by keyboard alone, and an earlier edit is undone: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [
        { short_url: 'own', long_url: 'https://x.example/' },
        ...createLinks(3),
      ]);
      const text = bulkWords[language];
      const visitor = await openAdmin(browser, site, 'list', { language });
      const { page, faults } = visitor;
      const { keyboard } = page;
      const dialog = page.getByRole('dialog');
      const box = page.getByRole('checkbox', { name: words[language].selectAll });
      const open = button(page, text.edit);
      await rows(page).nth(3).waitFor();
      await tabTo(page, rows(page).first());
      await page.keyboard.press('ArrowUp');
      await waitForFocus(box);
      await keyboard.press('Space');
      await open.waitFor();
      await tabTo(page, open, 'Shift+Tab');
      await keyboard.press('Enter');
      await waitForFocus(dialog.getByRole('combobox', { name: text.addTags }));
      await keyboard.type('Campaign');
      await keyboard.press('Enter');
      await dialog.getByText(text.changes(4, 4)).waitFor();
      await tabTo(page, dialog.getByLabel(text.find));
      await keyboard.type('x.example');
      await tabTo(page, dialog.getByLabel(text.put));
      await keyboard.type(new URL(site.url).hostname);
      await dialog.getByText(text.ownSite).waitFor();
      await dialog.getByText(text.changes(3, 4)).waitFor();
      expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
      await keyboard.press('Enter');
      await page.getByText(text.changedWithout(3)).waitFor();
      await dialog.waitFor({ state: 'hidden' });

      const links = await listAll(site, site.token);
      expect(links.map(({ tags }) => tags)).toEqual([
        ['Campaign', 'even'],
        ['Campaign'],
        ['Campaign', 'even'],
        [],
      ]);
      await keyboard.press('Enter');
      await tabTo(page, dialog.locator('summary'));
      await keyboard.press('Enter');
      const undo = dialog.getByRole('button', { name: text.earlierUndo });
      await undo.waitFor();
      expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
      await tabTo(page, undo);
      await keyboard.press('Enter');
      await page.getByText(text.undone(3)).waitFor();
      await dialog.getByText(text.noEarlier).waitFor();
      const restored = await listAll(site, site.token);
      expect(restored.map(({ tags }) => tags)).toEqual([['even'], [], ['even'], []]);
      await keyboard.press('Escape');
      await waitForFocus(open);
      expect(faults).toEqual([]);
      await visitor.close();
    },
    300_000,
  );
}

testInAll(
  'a bulk edit changes all results of a search, on every page, and no other link',
  async () => {
    await using site = await openSetUpSite();
    const others = [{ short_url: 'other', long_url: 'https://else.example/' }];
    await addLinks(site, [...createLinks(205), ...others]);
    const text = bulkWords.en;
    const found = 'list?filter=long_url&keyword=old.example';
    const { page, faults } = await openAdmin(browser, site, found);
    await rows(page).nth(199).waitFor();
    await page.getByRole('checkbox', { name: words.en.selectAll }).check();
    await button(page, text.selectTotal(205)).click();
    await button(page, text.edit).click();
    await page.getByRole('dialog', { name: text.title(205) }).waitFor();
    await page.getByRole('combobox', { name: text.addTags }).fill('Campaign,');
    await page.getByText(text.changes(205, 205)).waitFor();
    await button(page, text.change(205)).click();
    await page.getByText(text.changed(205)).waitFor();
    const tagged = await site.call(listLinks, { tag: 'Campaign' }, site.token);
    expect(tagged.data).toMatchObject({ total: 205 });
    const other = await site.call(getLink, { short_url: 'other' }, site.token);
    expect(other.data).toMatchObject({ tags: [] });
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a bulk edit continues after its dialog closes, and does not close the next dialog',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, createLinks(3));
    const text = bulkWords.en;
    const { page, faults } = await openAdmin(browser, site, 'list');
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/urls/bulk', async (route) => {
      const isEdit = !(route.request().postData() ?? '').includes('dry_run');
      if (isEdit) await isReleased;
      await route.continue();
    });
    await rows(page).nth(2).waitFor();
    await page.getByRole('checkbox', { name: words.en.selectAll }).check();
    await button(page, text.edit).click();
    await page.getByRole('combobox', { name: text.addTags }).fill('Campaign,');
    await button(page, text.change(3)).click();
    const sending = button(page, text.changing);
    await sending.waitFor();
    expect(await sending.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('n');
    const add = page.getByRole('dialog', { name: words.en.addLink });
    await add.waitFor();
    release();
    await page.getByText(text.changed(3)).waitFor();
    expect(await add.isVisible()).toBe(true);
    expect((await listAll(site, site.token)).map(({ tags }) => tags.includes('Campaign'))).toEqual([
      true,
      true,
      true,
    ]);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'the bulk dialog fits a window of 320 px and works in forced colors',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, createLinks(3));
    const text = bulkWords.en;
    const viewport = { width: 320, height: 568 };
    const visitor = await openAdmin(browser, site, 'list', { viewport });
    const { page, faults } = visitor;
    const dialog = page.getByRole('dialog', { name: text.title(3) });
    await rows(page).nth(2).waitFor();
    await startSelecting(page);
    await page.getByRole('checkbox', { name: words.en.selectAll }).check();
    await button(page, text.edit).click();
    await page.emulateMedia({ forcedColors: 'active' });
    await dialog.getByRole('combobox', { name: text.addTags }).fill(`${'w'.repeat(32)},`);
    await dialog.getByLabel(text.find).fill('https://old.example/');
    await dialog.getByLabel(text.put).fill(`https://new.example/${'long'.repeat(100)}`);
    await dialog.getByText(text.changes(3, 3)).waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    // Nothing scrolls sideways, and only a tag is cut off.
    const overflow = await dialog.evaluate((element) =>
      [element, ...element.querySelectorAll(':not(input, .tags-pill-name)')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
        .map(({ className }) => String(className)),
    );
    expect(overflow).toEqual([]);
    // The button is visible in the smallest window.
    const bottom = await button(page, text.change(3)).evaluate(
      (element) => element.getBoundingClientRect().bottom,
    );
    expect(bottom).toBeLessThanOrEqual(viewport.height);
    expect(faults).toEqual([]);
  },
  300_000,
);
