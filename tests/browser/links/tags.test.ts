import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, row, tabTo, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button } from '../steps.ts';
import { behaviorLanguages, behaviorLooks, launchBrowser } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Waits until the field holds exactly these tags. */
async function waitForTags(page: Page, names: readonly string[]): Promise<void> {
  await waitUntil(page, () => page.locator('.tags-pill-name').allTextContents(), [...names]);
}

/** Types through an input method: the text is composed first and finished afterwards. */
async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
  await session.send('Input.insertText', { text });
}

for (const look of behaviorLooks) {
  const name = `${look.language}, ${look.viewport.width} wide`;
  test(`a link gets tags and a note by keyboard alone: ${name}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [
      { short_url: 'one', tags: ['Design', 'Desk'] },
      { short_url: 'two', tags: ['Design', '夏季促销'] },
    ]);
    const text = linksWords[look.language];
    const visitor = await openAdmin(browser, site, 'list', look);
    const { page, faults } = visitor;
    const { keyboard } = page;
    const dialog = page.getByRole('dialog');
    const tags = dialog.getByRole('combobox', { name: text.tags });
    const options = page.locator('.tags-suggestion');

    await row(page, 'two').waitFor();
    await keyboard.press('n');
    await waitForFocus(dialog.getByLabel(text.longUrl));
    await keyboard.type('https://example.com/tagged');
    expect(await tags.isVisible()).toBe(false);
    await tabTo(page, dialog.locator('summary').first());
    await keyboard.press('Enter');
    await tags.waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);

    // Suggestions show the most used tags first, with their numbers of links.
    await tabTo(page, tags);
    await keyboard.type('DES');
    await waitUntil(page, () => options.locator('.tags-suggestion-name').allTextContents(), [
      'Design',
      'Desk',
    ]);
    await keyboard.press('ArrowDown');
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    expect(await tags.getAttribute('aria-activedescendant')).toBe(
      await options.first().getAttribute('id'),
    );
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    await keyboard.press('Enter');
    await waitForTags(page, ['Design']);

    // Esc first closes the open list. Enter, a comma and leaving the field end a tag.
    await keyboard.type('de');
    await options.first().waitFor();
    await keyboard.press('Escape');
    await options.first().waitFor({ state: 'hidden' });
    await keyboard.press('Enter');
    await keyboard.type('new,ｄｅｓｉｇｎ,');
    await waitForTags(page, ['Design', 'de', 'new']);
    await compose(page, '夏季');
    await keyboard.press('Enter');
    await waitForTags(page, ['Design', 'de', 'new', '夏季']);
    await keyboard.press('Backspace');
    await keyboard.press('ArrowLeft');
    await waitForFocus(button(page, text.removeTag('new')));
    await keyboard.press('ArrowLeft');
    await keyboard.press('Delete');
    await waitForTags(page, ['Design', 'new']);
    await waitForFocus(tags);
    await keyboard.type('last');
    await tabTo(page, dialog.getByLabel(text.note));
    await waitForTags(page, ['Design', 'new', 'last']);
    await keyboard.type('Ask Ada before it changes');
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    await tabTo(page, button(page, text.addLink).last());
    await keyboard.press('Enter');
    // In Chinese, the last suggestion and the announcement of a tag read the same together.
    await page.locator('.added').getByText(text.added).waitFor();

    const [link] = await listAll(site, site.token);
    expect(link).toMatchObject({
      tags: ['Design', 'last', 'new'],
      note: 'Ask Ada before it changes',
    });
    expect(faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

for (const language of behaviorLanguages) {
  testInAll(
    `invalid tags are reported beside the field, and no input is lost: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'mine', tags: ['old'], note: 'Kept' }]);
      const text = linksWords[language];
      const { page, faults } = await openAdmin(browser, site, 'list', { language });
      const { keyboard } = page;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const dialog = page.getByRole('dialog');
      const tags = dialog.getByRole('combobox', { name: text.tags });
      const paste = async (pasted: string): Promise<void> => {
        await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(pasted)})`);
        await tags.press('ControlOrMeta+v');
      };

      await row(page, 'mine').focus();
      await keyboard.press('Enter');
      // A section with a value stays open.
      await waitForTags(page, ['old']);
      expect(await dialog.getByLabel(text.note).inputValue()).toBe('Kept');
      await paste('a, b');
      await waitForTags(page, ['old', 'a', 'b']);

      const long = 'x'.repeat(33);
      await tags.fill(long);
      await dialog.locator('summary').first().click();
      await button(page, text.save).click();
      await dialog.getByText(text.tagLong(long)).waitFor();
      await waitForFocus(tags);
      await keyboard.press('Backspace');
      await dialog.getByText(text.tagLong(long)).waitFor({ state: 'hidden' });
      await paste(Array.from({ length: 18 }, (_, index) => `tag ${index}`).join('\n'));
      await dialog.getByText(text.tagsMany).waitFor();
      await keyboard.press('Backspace');
      await dialog.getByText(text.tagsMany).waitFor({ state: 'hidden' });

      // A draft keeps them too.
      await dialog.getByLabel(text.note).fill('');
      await keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await row(page, 'mine').focus();
      await keyboard.press('Enter');
      await tags.waitFor();
      expect(await page.locator('.tags-pill-name').count()).toBe(20);
      expect(await dialog.getByLabel(text.note).inputValue()).toBe('');
      await button(page, text.save).click();
      await page.getByText(text.saved).waitFor();
      const [link] = await listAll(site, site.token);
      expect([link!.tags.length, link!.note]).toEqual([20, '']);
      expect(faults).toEqual([]);
    },
    300_000,
  );
}
