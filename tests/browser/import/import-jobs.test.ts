import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { createLink } from '../../../contracts/links/links.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { openAdmin } from '../admin-page.ts';
import { test, testInAll } from '../browser-test.ts';
import { textsOf } from '../looks/texts.ts';
import { launchBrowser, phone } from '../test-browser.ts';
import { waitForValue } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** More presses than the page has places for the focus. */
const PRESSES_MAX = 200;

/** Moves the focus by Tab to the control with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    await page.keyboard.press('Tab');
    const focused: string = await page.evaluate(`(() => {
      const { activeElement: element } = document;
      return element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent;
    })()`);
    if (focused.trim() === name) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

const table = [
  'slug;goes to;remark',
  'one;https://example.org/one;first',
  'two;https://example.org/two;second',
  'taken;https://example.org/other;',
  'bad;nowhere;',
].join('\r\n');

const csv = { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };

test('links come over from a table, and go again, by keyboard alone', async () => {
  await using site = await openSetUpSite();
  const here = { long_url: 'https://example.com/here', short_url: 'taken' };
  await site.call(createLink, here, site.token);
  const visitor = await openAdmin(browser, site, 'migration', { language: 'en' });
  const { page } = visitor;
  const t = textsOf('en');
  const readState = `document.querySelector('.over-state')?.dataset.state ?? null`;

  await tabTo(page, 'YOURLS');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const chooser = page.waitForEvent('filechooser');
  await press(page, t('over.pick'));
  await (await chooser).setFiles(csv);

  // No column is known to hold the long URL.
  await waitForValue(page, readState, 'failed');
  expect(await visitor.findAxeViolations()).toEqual([]);
  for (const [column, field] of [
    ['goes to', 'Long'],
    ['remark', 'Note'],
  ] as const) {
    await tabTo(page, t('over.column.of', { name: column }));
    await page.keyboard.type(field);
  }
  await press(page, t('over.check'));
  await waitForValue(page, readState, 'ready');
  await press(page, `1${t('over.count.refused')}`);
  await page.locator('.over-row').getByText('nowhere').first().waitFor();
  expect(await visitor.findAxeViolations()).toEqual([]);
  expect(await listAll(site, site.token)).toHaveLength(1);

  await press(page, t('over.start', { shown: 2 }));
  await waitForValue(page, readState, 'done');
  const links = await listAll(site, site.token);
  expect(links.map(({ short_url: code, note }) => `${code} ${note}`).sort()).toEqual([
    'one first',
    'taken ',
    'two second',
  ]);
  // The tab opens the same import after a reload.
  await page.reload();
  await waitForValue(page, readState, 'done');
  expect(await visitor.findAxeViolations()).toEqual([]);

  await press(page, t('over.undo'));
  await page.getByRole('dialog').waitFor();
  await press(page, t('over.undo'));
  await waitForValue(page, readState, 'undone');
  expect(await listAll(site, site.token)).toHaveLength(1);
  await press(page, t('over.again'));
  await page.locator('.over-tile').first().waitFor();
  expect(visitor.faults).toEqual([]);
  await visitor.close();
}, 300_000);

testInAll(
  'a file that is dropped is checked on a phone, and the page finds the check again',
  async () => {
    await using site = await openSetUpSite();
    const options = { language: 'zh', scheme: 'dark', viewport: phone } as const;
    const visitor = await openAdmin(browser, site, 'migration', options);
    const { page } = visitor;
    await page.locator('.over-tile', { hasText: textsOf('zh')('over.source.sheet') }).click();
    await page.evaluate(`(() => {
      const carried = new DataTransfer();
      carried.items.add(new File(['code,url\\ngo,https://example.org/go'], 'links.csv'));
      const area = document.querySelector('.over-drop');
      area.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true }));
    })()`);
    await page.locator('.over-state[data-state=ready]').waitFor();
    await visitor.close();

    const other = await openAdmin(browser, site, 'migration', options);
    await other.page.locator('.over-state[data-state=ready]').waitFor();
    expect(await other.page.locator('.over-job-name').textContent()).toContain('links.csv');
    await other.close();
  },
  300_000,
);
