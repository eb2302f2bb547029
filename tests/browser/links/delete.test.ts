import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import {
  addLinks,
  chooseAction,
  openTools,
  row,
  startSelecting,
  waitForCodes,
  waitForFocus,
} from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button } from '../steps.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = linksWords.en;
const samples = [{ short_url: 'one' }, { short_url: 'two' }, { short_url: 'three' }];

for (const { language, viewport } of firstInShort([
  { language: 'en', viewport: phone },
  { language: 'zh', viewport: desktop },
] as const)) {
  test(`selected links are deleted and restored: ${language}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, samples);
    const before = await listAll(site, site.token);
    const text = linksWords[language];
    const visitor = await openAdmin(browser, site, 'list', { language, viewport });
    const { page } = visitor;
    await waitForCodes(page, ['three', 'two', 'one']);

    await openTools(page);
    await button(page, text.deleteSelected).click();
    await page.getByRole('alert').getByText(text.noneSelected).waitFor();
    await startSelecting(page);
    await row(page, 'one').getByRole('checkbox').check();
    await row(page, 'three').getByRole('checkbox').check();
    await page.getByRole('button', { name: text.deleteSelected }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('three', { exact: true }).waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    await dialog.getByRole('button', { name: text.deleteTwo }).click();
    await waitForCodes(page, ['two']);
    expect((await site.fetch('/one')).status).toBe(404);
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);

    await button(page, text.undo).click();
    await page.getByText(text.restoredTwo).waitFor();
    await waitForCodes(page, ['three', 'two', 'one']);
    expect(await listAll(site, site.token)).toEqual(before);
    expect((await site.fetch('/one')).status).toBe(302);
    expect(await button(page, text.undo).count()).toBe(0);
    expect(visitor.faults).toEqual([]);
  }, 300_000);
}

testInAll(
  'a deletion can be undone for 10 s',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, samples);
    const { page, faults } = await openAdmin(browser, site, 'list');
    await waitForCodes(page, ['three', 'two', 'one']);
    await page.clock.install();
    // The clock runs on by itself, so only the timer tells how long the toast stays.
    await page.evaluate(`
    const start = window.setTimeout;
    window.delays = [];
    window.setTimeout = (act, ms, ...rest) => {
      window.delays.push(ms);
      return start(act, ms, ...rest);
    };
  `);
    const deleteTwo = async (): Promise<void> => {
      await chooseAction(page, 'two', 'Delete link');
      await page.getByRole('dialog').getByRole('button', { name: text.deleteOne }).click();
      await waitForCodes(page, ['three', 'one']);
    };
    await deleteTwo();
    // The row that takes its place has the focus.
    await waitForFocus(row(page, 'one'));
    await button(page, text.undo).click();
    expect(await page.evaluate<number[]>('window.delays')).toContain(10_000);
    await waitForCodes(page, ['three', 'two', 'one']);
    await waitForFocus(row(page, 'two'));

    await deleteTwo();
    await button(page, text.undo).waitFor();
    await page.clock.runFor(10_500);
    await button(page, text.undo).waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a deletion that fails says so and deletes nothing',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, samples);
    const { page } = await openAdmin(browser, site, 'list');
    await page.route('**/api/delete/**', (route) => route.fulfill({ status: 500, body: 'no' }));
    await chooseAction(page, 'two', 'Delete link');
    await page.getByRole('dialog').getByRole('button', { name: text.deleteOne }).click();
    await page.getByRole('alert').getByText(text.deleteFailed).waitFor();
    await waitForCodes(page, ['three', 'two', 'one']);
  },
  300_000,
);

testInAll(
  'deleting the last link shows how to add another',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'only' }]);
    const { page, faults } = await openAdmin(browser, site, 'list');
    await chooseAction(page, 'only', 'Delete link');
    await page.getByRole('dialog').getByRole('button', { name: text.deleteOne }).click();
    await page.getByRole('heading', { name: text.noLinks }).waitFor();
    await waitForFocus(page.getByRole('heading', { level: 1 }));
    await button(page, text.undo).click();
    await waitForCodes(page, ['only']);
    expect(faults).toEqual([]);
  },
  300_000,
);
