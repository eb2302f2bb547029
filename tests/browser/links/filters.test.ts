import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { updateLink } from '../../../contracts/links/links.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { addLinks, chooseAction, row, waitForCodes, waitForFocus } from './links-steps.ts';
import { button } from '../steps.ts';
import { desktop, launchBrowser, looks, phone } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const samples = [
  { short_url: 'spring', title: 'Spring sale', tags: ['Print', 'shop'] },
  { short_url: 'autumn', title: 'Autumn sale', tags: ['print'] },
  { short_url: 'guide', title: 'A guide to sales', tags: ['docs'] },
];

/** The marked texts of the rows. */
function readMarks(page: Page): Promise<string[]> {
  return page.evaluate(
    `[...(CSS.highlights.get('search') ?? [])].map((range) => range.toString())`,
  );
}

async function open(site: SetUpSite, path = 'list') {
  await addLinks(site, samples);
  const visitor = await openAdmin(browser, site, path);
  const { page, faults } = visitor;
  return { page, faults, visitor };
}

testInAll(
  'the list filters while typing, without a toast, and marks the matches',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await open(site);
    await waitForCodes(page, ['guide', 'autumn', 'spring']);
    const field = page.getByRole('searchbox');
    await field.pressSequentially('sale');
    await page.getByText('No short link begins with “sale”. 3 links contain it').waitFor();
    await waitForCodes(page, ['guide', 'autumn', 'spring']);
    expect(await readMarks(page)).toEqual(['sale', 'sale', 'sale']);
    expect(await page.getByRole('alert').count()).toBe(0);
    await field.fill('gu');
    await waitForCodes(page, ['guide']);
    expect(await readMarks(page)).toContain('gu');
    // Typing adds only one entry to the browser's history.
    await page.goBack();
    await waitForCodes(page, ['guide', 'autumn', 'spring']);
    expect(await field.inputValue()).toBe('');
    await field.fill('spr');
    await waitForCodes(page, ['spring']);
    await field.press('Escape');
    await waitForCodes(page, ['guide', 'autumn', 'spring']);
    expect(await readMarks(page)).toEqual([]);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a match is marked where a text is cut, too',
  async () => {
    await using site = await openSetUpSite();
    const path = `${'way/'.repeat(60)}needle/${'far/'.repeat(60)}`;
    await addLinks(site, [
      { short_url: 'hidden', long_url: `https://example.com/${path}` },
      { short_url: 'split', long_url: `https://example.com/${'x'.repeat(300)}needle-end` },
      { short_url: 'title', title: `${'long '.repeat(50)}needle` },
      { short_url: 'tag', tags: [`${'long '.repeat(5)}needle`] },
    ]);
    const { page, faults } = await openAdmin(browser, site, 'list?keyword=needle');
    await waitForCodes(page, ['tag', 'title', 'split', 'hidden']);
    await waitUntil(page, () => readMarks(page), ['needle', 'needle', 'needle', 'needle']);
    const findMarked = (code: string) => row(page, code).locator('[data-match]').allTextContents();
    expect(await findMarked('title')).toEqual([`${'long '.repeat(50)}needle`]);
    expect(await findMarked('hidden')).toHaveLength(1);
    expect(await findMarked('tag')).toEqual([`${'long '.repeat(5)}needle`]);
    expect(await findMarked('split')).toHaveLength(0);
    await page.getByRole('searchbox').fill('');
    await waitForCodes(page, ['tag', 'title', 'split', 'hidden']);
    expect(await page.locator('[data-match]').count()).toBe(0);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a late answer does not replace a newer one',
  async () => {
    await using site = await openSetUpSite();
    const { page } = await open(site);
    await waitForCodes(page, ['guide', 'autumn', 'spring']);
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    await page.route('**/api/search', async (route) => {
      if (route.request().postDataJSON().keyword === 'aut') {
        hold();
        await release;
      }
      // The page may have canceled the request.
      await route.continue().catch(() => undefined);
    });
    const field = page.getByRole('searchbox');
    await field.fill('aut');
    await held;
    await field.fill('spr');
    await waitForCodes(page, ['spring']);
    resolve();
    await field.fill('spri');
    await waitForCodes(page, ['spring']);
  },
  300_000,
);

testInAll(
  '"Everywhere" is remembered, and a reset searches short links again',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await open(site);
    const place = page.getByLabel('Search in');
    await place.selectOption('everywhere');
    await page.getByRole('searchbox').fill('docs');
    await waitForCodes(page, ['guide']);
    expect(new URL(page.url()).search).toBe('?keyword=docs&filter=everywhere');
    await page.goto('/admin/list');
    await waitForCodes(page, ['guide', 'autumn', 'spring']);
    expect(await place.inputValue()).toBe('everywhere');
    await button(page, 'Reset').click();
    expect(await place.inputValue()).toBe('short_url');
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'filters show as chips and stand in the address',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults, visitor } = await open(site);
    const [first] = await listAll(site, site.token);
    await site.call(updateLink, { id: first!.id, is_active: 0 }, site.token);
    await page.reload();
    await button(page, 'Filter').click();
    await page.getByLabel('State').selectOption('off');
    await waitForCodes(page, [first!.short_url]);
    await page.keyboard.press('Escape');
    await waitForFocus(button(page, 'Filter'));
    expect(new URL(page.url()).search).toBe('?state=off');
    await page.reload();
    await waitForCodes(page, [first!.short_url]);
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);

    await page.goto('/admin/list?tag=docs,shop&from=2020-01-01');
    await page.getByRole('heading', { name: 'No matching results found' }).waitFor();
    const chips = page.getByRole('list', { name: 'Filters' }).getByRole('button');
    expect(await chips.allTextContents()).toEqual([
      'Tag: docs',
      'Tag: shop',
      'Created from Jan 1, 2020',
      'Clear all',
    ]);
    await chips.first().focus();
    await page.keyboard.press('Enter');
    await waitForCodes(page, ['spring']);
    await button(page, 'Clear all').click();
    await waitForCodes(page, ['guide', 'autumn', 'spring']);
    await page.goBack();
    await waitForCodes(page, ['spring']);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll.each([desktop, phone])(
  'a tag of a row filters the list by that tag: %o',
  async (viewport) => {
    await using site = await openSetUpSite();
    const { page, faults } = await open(site);
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'shop', exact: true }).click();
    await waitForCodes(page, ['spring']);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('button', { name: 'Remove filter Tag: shop' }).click();
    await waitForCodes(page, ['autumn', 'spring']);
    expect(faults).toEqual([]);
  },
  300_000,
);

test('a view is saved, opened again and deleted, which can be undone', async () => {
  await using site = await openSetUpSite();
  const { page, faults, visitor } = await open(site, 'list?tag=print&sort=title&order=asc');
  await waitForCodes(page, ['autumn', 'spring']);
  await button(page, 'Saved views').click();
  await page.getByLabel('Name of this view').fill('Printed');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Printed', exact: true }).waitFor();
  expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
  await page.goto('/admin/list');
  await waitForCodes(page, ['guide', 'autumn', 'spring']);
  await button(page, 'Saved views').click();
  await page.getByRole('button', { name: 'Printed', exact: true }).click();
  await waitForCodes(page, ['autumn', 'spring']);
  await button(page, 'Saved views').click();
  await page.getByRole('button', { name: 'Delete view Printed' }).click();
  await button(page, 'Undo').click();
  await button(page, 'Saved views').click();
  await page.getByRole('button', { name: 'Printed', exact: true }).waitFor();
  expect(faults).toEqual([]);
}, 300_000);

for (const look of looks) {
  testInAll(
    `axe finds nothing wrong with filters and views: ${look.language}, ${look.scheme}, ${look.viewport.width}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, samples);
      const visitor = await openAdmin(browser, site, 'list?keyword=sale&tag=print', look);
      const { page } = visitor;
      await waitForCodes(page, ['autumn', 'spring']);
      const tools = await page.locator('.links-tool').all();
      const found = await visitor.findAxeViolationsOnTheWay();
      for (const tool of tools) {
        await tool.click();
        await page.locator('.links-filter-fields').first().waitFor();
        found.push(...(await visitor.findAxeViolationsOnTheWay()));
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(
          look.viewport.width,
        );
        await page.keyboard.press('Escape');
        await page.locator('.links-filter-fields').waitFor({ state: 'hidden' });
      }
      expect(found).toEqual([]);
      expect(visitor.faults).toEqual([]);
      await visitor.close();
    },
    300_000,
  );
}

test('a link is found by a word of its title and its target changed in six actions', async () => {
  await using site = await openSetUpSite();
  const { page, faults } = await open(site);
  await waitForCodes(page, ['guide', 'autumn', 'spring']);
  let actions = 0;
  const act = async (action: Promise<unknown>): Promise<void> => {
    await action;
    actions += 1;
  };
  await act(page.getByRole('searchbox').fill('autumn'));
  await waitForCodes(page, ['autumn']);
  // Opening a menu and choosing from it are two actions.
  actions += 1;
  await act(chooseAction(page, 'autumn', 'Edit link'));
  const url = page.getByRole('dialog').getByLabel('Long URL');
  await act(url.fill('https://example.com/new'));
  await act(page.keyboard.press('Enter'));
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(actions).toBeLessThanOrEqual(6);
  expect((await site.fetch('/autumn')).headers.get('location')).toBe('https://example.com/new');
  expect(faults).toEqual([]);
}, 300_000);
