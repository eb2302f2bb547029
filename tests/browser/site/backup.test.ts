import { afterAll, beforeAll, expect } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createLink } from '../../../contracts/links/links.ts';
import { restoreBackup } from '../../../server/backup/restore.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
let site: SetUpSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), openSetUpSite()]);
  await site.call(createLink, { long_url: 'https://example.com/', title: 'x' }, site.token);
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

const looks = [
  {
    language: 'en',
    scheme: 'light',
    viewport: desktop,
    text: { button: 'Download a backup', done: 'Backup downloaded' },
  },
  {
    language: 'zh',
    scheme: 'dark',
    viewport: phone,
    text: { button: '下载备份', done: '备份已下载' },
  },
] as const;

test.each(firstInShort(looks))(
  'a backup from the settings page can be restored: $language',
  async ({ text, ...look }) => {
    const visitor = await openAdmin(browser, site, 'setting', look);
    const { page, faults } = visitor;
    const button = page.getByRole('button', { name: text.button });
    await button.focus();
    expect(await visitor.findAxeViolations()).toEqual([]);
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^brisk-\d{4}-\d\d-\d\d\.db$/);
    await page.getByText(text.done).first().waitFor();
    const parent = mkdtempSync(join(tmpdir(), 'brisk-page-'));
    const file = join(parent, 'backup');
    await download.saveAs(file);
    expect(await restoreBackup(join(parent, 'data'), file)).toMatchObject({ links: 1 });
    rmSync(parent, { recursive: true });
    expect(faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);
