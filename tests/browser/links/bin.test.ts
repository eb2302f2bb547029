import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator } from 'playwright-core';
import { deleteLinks } from '../../../contracts/links/links.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks } from './links-steps.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const words = {
  en: {
    bin: 'Bin',
    restore: 'Restore two',
    restored: '1 link restored',
    purge: 'Delete for good: one',
    yes: 'Delete 1 link for good',
    purged: '1 link deleted for good',
    clear: 'Empty bin',
    empty: 'The bin is empty',
  },
  zh: {
    bin: '回收站',
    restore: '恢复 two',
    restored: '已恢复 1 条链接',
    purge: '永久删除 one',
    yes: '永久删除 1 条链接',
    purged: '已永久删除 1 条链接',
    clear: '清空回收站',
    empty: '回收站是空的',
  },
};

async function press(button: Locator): Promise<void> {
  await button.waitFor();
  await button.focus();
  await button.press('Enter');
}

for (const { language, viewport } of firstInShort([
  { language: 'en', viewport: desktop },
  { language: 'zh', viewport: phone },
] as const)) {
  test(`links are restored and deleted for good, and the bin is emptied, by keyboard alone: ${language}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [
      { short_url: 'one', title: 'First' },
      { short_url: 'two' },
      { short_url: 'three' },
      { short_url: 'live' },
    ]);
    const links = await listAll(site, site.token);
    const ids = links.filter(({ short_url: code }) => code !== 'live').map(({ id }) => id);
    await site.call(deleteLinks, { ids }, site.token);
    const text = words[language];
    const visitor = await openAdmin(browser, site, 'list', { language, viewport });
    const { page } = visitor;
    const codes = (): Promise<string[]> => page.locator('.bin-code').allTextContents();
    await press(page.locator('.shell-menu').getByRole('link', { name: text.bin }));
    await waitUntil(page, codes, ['three', 'two', 'one']);
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);

    await press(page.getByRole('button', { name: text.restore }));
    await page.getByText(text.restored).waitFor();
    await waitUntil(page, codes, ['three', 'one']);
    expect((await site.fetch('/two')).status).toBe(302);

    await press(page.getByRole('button', { name: text.purge }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('one', { exact: true }).waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    await press(dialog.getByRole('button', { name: text.yes }));
    await page.getByText(text.purged).waitFor();
    await waitUntil(page, codes, ['three']);

    await press(page.getByRole('button', { name: text.clear }));
    await press(page.getByRole('dialog').getByRole('button', { name: text.yes }));
    await page.getByRole('heading', { name: text.empty }).waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    expect(visitor.faults).toEqual([]);
  }, 300_000);
}
