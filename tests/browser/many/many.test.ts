import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { setTag } from '../../../contracts/links/tags.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../../journeys/set-up-site.ts';
import { testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { createHand } from '../hand.ts';
import { addLinks, rows, waitForCodes, waitForFocus } from '../links/links-steps.ts';
import { manyWords } from './many-words.ts';
import { button, readClipboard, writeClipboard } from '../steps.ts';
import { behaviorLooks, launchBrowser, phone, type PageOptions } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Cells as a spreadsheet copies them. */
const sheet = [
  'URL\tCode\tTitle\tTags',
  ...Array.from({ length: 50 }, (_, at) => `https://example.com/${at}\tl${at}\tTitle ${at}\tsheet`),
].join('\n');

async function openList(site: SetUpSite, look: PageOptions = behaviorLooks[0]!) {
  await addLinks(site, [{ short_url: 'first' }]);
  const visitor = await openAdmin(browser, site, 'list', look);
  await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await rows(visitor.page).first().waitFor();
  await writeClipboard(visitor.page, sheet);
  return visitor;
}

async function expectLinks(site: SetUpSite): Promise<void> {
  const links = (await listAll(site, site.token)).filter(({ tags }) => tags.includes('sheet'));
  const found = links.map(({ short_url: code, title }) => [code, title]).toReversed();
  expect(found).toEqual(Array.from({ length: 50 }, (_, at) => [`l${at}`, `Title ${at}`]));
}

const text = manyWords.en;

testInAll(
  '50 links of a spreadsheet are added in 4 steps by keyboard alone',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await openList(site);
    const hand = createHand(page, false);
    await hand.press(button(page, words.en.addLink).first());
    await hand.press(page.getByRole('dialog').getByRole('link', { name: text.open }));
    await hand.paste(page.getByRole('textbox', { name: text.list }));
    await hand.press(button(page, text.submit(50)));
    expect(hand.count()).toBeLessThanOrEqual(4);
    await page.getByRole('heading', { name: text.done }).waitFor();
    await waitForFocus(page.getByRole('heading', { name: text.done }));
    await expectLinks(site);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  '50 links of a spreadsheet are added in 4 steps by touch',
  async () => {
    await using site = await openSetUpSite();
    const look = { ...behaviorLooks[0]!, viewport: phone, hasTouch: true };
    const { page, faults } = await openList(site, look);
    const hand = createHand(page, true);
    await hand.press(button(page, words.en.addLink).first());
    await hand.press(page.getByRole('dialog').getByRole('link', { name: text.open }));
    await hand.paste(page.getByRole('textbox', { name: text.list }));
    await hand.press(button(page, text.submit(50)));
    expect(hand.count()).toBeLessThanOrEqual(4);
    await page.getByRole('heading', { name: text.done }).waitFor();
    await expectLinks(site);
    expect(faults).toEqual([]);
  },
  300_000,
);

for (const look of behaviorLooks) {
  const name = `${look.language}, ${look.viewport.width} wide`;
  testInAll(
    `a list says what is wrong, and its good rows are added: ${name}`,
    async () => {
      await using site = await openSetUpSite();
      const text = manyWords[look.language];
      const visitor = await openList(site, look);
      const { page, faults } = visitor;
      await page.goto('/admin/many');
      const list = page.getByRole('textbox', { name: text.list });
      await waitForFocus(list);
      await list.fill(
        'https://example.com/first\tfirst\nftp://example.com/\nhttps://example.com/b\tb',
      );
      await page.getByText(text.wrongUrl).waitFor();
      await button(page, text.submit(2)).waitFor();
      expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('heading', { name: text.done }).waitFor();
      expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
      await button(page, text.copy).click();
      await waitUntil(
        page,
        () => readClipboard(page),
        [`${site.url}first`, `${site.url}b`].join('\n'),
      );
      const downloading = page.waitForEvent('download');
      await button(page, text.save).click();
      const file = await (await downloading).path();
      const saved = await Bun.file(file).text();
      expect(saved.split('\r\n').map((line) => line.split(',')[0])).toEqual([
        text.shortLink,
        `${site.url}first`,
        `${site.url}b`,
        '',
        '',
      ]);
      expect(faults).toEqual([]);
    },
    300_000,
  );
}

testInAll(
  'a tag is renamed, merged and deleted on the page of tags, and opens its links',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [
      { short_url: 'a', tags: ['Print'] },
      { short_url: 'b', tags: ['Shop'] },
      { short_url: 'c', tags: ['Other'] },
    ]);
    await site.call(setTag, { name: 'Print', color: 'teal' }, site.token);
    const { page, faults } = await openAdmin(browser, site, 'tags');
    const tags = page.locator('.tags-item-name').getByRole('link');
    const save = async (name: string, to: string, submit: string): Promise<void> => {
      await button(page, text.editTag(name)).click();
      await page.getByRole('dialog').getByLabel(text.tagName).fill(to);
      await button(page, submit).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    await save('Print', 'Posters', text.saveTag);
    await waitUntil(page, () => tags.allTextContents(), ['Other', 'Posters', 'Shop']);
    await save('Shop', 'posters', text.merge('Posters'));
    await waitUntil(page, () => tags.allTextContents(), ['Other', 'Posters']);
    await button(page, text.deleteTagOf('Other')).click();
    await page.getByRole('dialog').getByRole('button', { name: text.deleteTag }).click();
    await waitUntil(page, () => tags.allTextContents(), ['Posters']);
    await tags.first().click();
    await waitForCodes(page, ['b', 'a']);
    expect(faults).toEqual([]);
  },
  300_000,
);
