import { afterAll, beforeAll, expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { IMPORT_FILE_MAX } from '../../../contracts/import.constants.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { hardFiles } from '../../import-files/hard-files.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { button } from '../steps.ts';
import { desktop, launchBrowser, phone, type Look } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A JSON export of the table yourls_url by phpMyAdmin. */
function exportYourls(rows: readonly (readonly [keyword: string, url: string])[]): PickedFile {
  const data = rows.map(([keyword, url]) => ({
    keyword,
    url,
    title: `Title of ${keyword}`,
    timestamp: '2021-03-04 05:06:07',
    ip: '203.0.113.9',
    clicks: '42',
  }));
  const parts = [
    { type: 'header', version: '5.2.1', comment: 'Export to JSON plugin for PHPMyAdmin' },
    { type: 'database', name: 'yourls' },
    { type: 'table', name: 'yourls_url', database: 'yourls', data },
  ];
  return toFile('yourls_url.json', JSON.stringify(parts));
}

function toFile(name: string, content: string, mimeType = 'application/json'): PickedFile {
  return { name, mimeType, buffer: Buffer.from(content) };
}

async function pick(page: Page, ...files: PickedFile[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files);
}

async function drop(page: Page, ...names: string[]): Promise<void> {
  await page.evaluate(`(() => {
    const carried = new DataTransfer();
    for (const name of ${JSON.stringify(names)}) carried.items.add(new File(['[]'], name));
    const area = document.querySelector('.migration-drop');
    area.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true }));
  })()`);
}

const looks: readonly Look[] = [
  { language: 'en', scheme: 'light', viewport: desktop },
  { language: 'zh', scheme: 'dark', viewport: phone },
];

for (const look of firstInShort(looks)) {
  const text = adminWords[look.language];

  testInAll(
    `files that cannot be imported are refused before they are sent: ${look.language}`,
    async () => {
      await using site = await openSetUpSite();
      const visitor = await openAdmin(browser, site, 'migration', look);
      const { page } = visitor;
      let uploads = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/api/import')) uploads += 1;
      });
      await page.getByRole('main').locator('.notes > li').nth(2).waitFor();
      await page.getByText(text.stageSelect, { exact: true }).first().waitFor();
      expect(await page.locator('input[type=file]').getAttribute('accept')).toContain('.json');

      // The button looks disabled, but a click explains that a file is missing.
      const start = button(page, text.start);
      expect(await start.getAttribute('aria-disabled')).toBe('true');
      await start.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText(text.fileFirst).waitFor();

      await pick(page, toFile('links.csv', 'a,b', 'text/csv'));
      await page.getByRole('alert').getByText(text.jsonOnly).waitFor();
      await pick(page, toFile('links.json', ' '.repeat(IMPORT_FILE_MAX + 1)));
      await page.getByRole('alert').getByText(text.tooLarge).waitFor();
      await drop(page, 'one.json', 'two.json');
      await page.getByRole('alert').getByText(text.oneFile).waitFor();
      expect(await start.getAttribute('aria-disabled')).toBe('true');

      // Dropped, with only the extension to show that it is JSON.
      await drop(page, 'Links.JSON');
      await page.getByText('Links.JSON', { exact: true }).waitFor();
      expect(await start.getAttribute('aria-disabled')).toBeNull();
      expect(await visitor.findAxeViolations()).toEqual([]);
      const chooser = page.waitForEvent('filechooser');
      await button(page, text.reselect).click();
      await chooser;
      await page.getByText('Links.JSON', { exact: true }).waitFor({ state: 'hidden' });
      expect(await start.getAttribute('aria-disabled')).toBe('true');

      const byKeyboard = page.waitForEvent('filechooser');
      await button(page, text.chooseFile).focus();
      await page.keyboard.press('Enter');
      await byKeyboard;
      expect(uploads).toBe(0);
      expect(visitor.faults).toEqual([]);
      await visitor.close();
    },
    300_000,
  );

  test(`the page imports a YOURLS file and lists the rows that failed: ${look.language}`, async () => {
    await using site = await openSetUpSite();
    const taken = { long_url: 'https://example.com/here', short_url: 'taken' };
    await site.call(createLink, taken, site.token);
    const visitor = await openAdmin(browser, site, 'migration', look);
    const { page } = visitor;
    const start = button(page, text.start);
    await page.getByRole('main').locator('.notes > li').nth(2).waitFor();

    const good = exportYourls([
      ['one', 'https://example.org/one'],
      ['Two', 'https://example.org/two'],
    ]);
    await pick(page, good);
    await page.getByText('yourls_url.json', { exact: true }).waitFor();
    await start.click();
    await page.getByText(text.imported).waitFor();
    await page.getByText(text.stageSuccess, { exact: true }).waitFor();
    await page.getByText('yourls_url.json', { exact: true }).waitFor({ state: 'hidden' });
    expect(await start.getAttribute('aria-disabled')).toBe('true');
    const links = await listAll(site, site.token);
    const two = links.find(({ short_url: code }) => code === 'Two');
    expect([two?.title, two?.clicks, two?.created_at]).toEqual(['Title of Two', 42, 1_614_834_367]);

    const elsewhere = await openAdmin(browser, site, 'stats', look);
    await elsewhere.page.getByText(text.beforeBoth).waitFor();
    await elsewhere.page.goto(new URL('/admin/links/Two', site.url).href);
    await elsewhere.page.getByText(text.beforeOne).waitFor();
    expect(await elsewhere.findAxeViolations()).toEqual([]);
    await elsewhere.page.goto(new URL('/admin/list', site.url).href);
    await elsewhere.page.getByTitle(text.clicksOfOne, { exact: true }).first().waitFor();
    await elsewhere.close();

    await pick(
      page,
      exportYourls([
        ['one', 'https://example.org/one'],
        ['taken', 'https://example.org/other'],
        ['bad', '＝cmd|/C calc;＝1'],
        ['admin', 'https://example.org/admin'],
      ]),
    );
    await start.click();
    await page.getByText(text.partly).waitFor();
    await page.getByText(text.stagePartly, { exact: true }).waitFor();
    const row = page.getByRole('row', { name: /taken/ });
    await row.getByText(text.rowTaken).waitFor();
    expect(await page.getByRole('row').count()).toBe(4);
    expect(await visitor.findAxeViolations()).toEqual([]);

    const download = page.waitForEvent('download');
    await button(page, text.saveRows).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv).toStartWith('\uFEFF');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(4);
    expect(csv).toContain("\r\n3,bad,'＝cmd|/C calc;'＝1,");

    await pick(page, toFile('strange.json', '{"some":"thing"}'));
    await start.click();
    await page.getByRole('alert').getByText(text.badJson).waitFor();
    await page.getByText(text.stageFail, { exact: true }).waitFor();
    // The file stays selected for another attempt, for example after a broken connection.
    await page.route('**/api/import', (route) => route.abort());
    await start.click();
    await page.getByRole('alert').getByText(text.uploadFailed).waitFor();
    await page.unroute('**/api/import');
    await start.click();
    await page.getByRole('alert').getByText(text.badJson).waitFor();
    expect(visitor.faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
    await visitor.close();
  }, 300_000);

  testInAll(
    `the import report names missing pages and unclear rows: ${look.language}`,
    async () => {
      await using site = await openSetUpSite();
      const visitor = await openAdmin(browser, site, 'migration', look);
      const { page } = visitor;
      const start = button(page, text.start);
      await pick(page, toFile('shlink.json', hardFiles['Shlink, one page of nine']));
      await start.click();
      await page.getByRole('note').getByText(text.onePage).waitFor();

      await pick(page, toFile('kutt.json', hardFiles['Kutt, expiries of every kind']));
      await start.click();
      const row = page.getByRole('row', { name: /kpg9/ });
      await row.getByText(text.expiryUnclear).waitFor();
      await row.getByText('expire_in: "some day"').waitFor();
      expect(await page.getByRole('note').count()).toBe(0);
      expect(await visitor.findAxeViolations()).toEqual([]);

      await pick(page, toFile('strange.json', '{"some":"thing"}'));
      await start.click();
      await page.getByRole('main').getByText(text.badJson).waitFor();
      // Once in the notes, and once where the file is refused.
      expect(await page.getByRole('main').getByText(text.formats).count()).toBe(2);
      expect(visitor.faults).toEqual([]);
      await visitor.close();
    },
    300_000,
  );

  testInAll(
    `a long value of a failed row wraps: ${look.language}`,
    async () => {
      await using site = await openSetUpSite();
      const visitor = await openAdmin(browser, site, 'migration', look);
      const { page } = visitor;
      const condition = { type: 'ip-address', matchKey: null, matchValue: '203.0.113.7' };
      const rule = { longUrl: 'https://example.com/b', priority: 1, conditions: [condition] };
      const link = { shortCode: 'ruled', longUrl: 'https://example.com/a', redirectRules: [rule] };
      await pick(page, toFile('shlink.json', JSON.stringify([link])));
      await button(page, text.start).click();
      const detail = page.getByRole('row', { name: /ruled/ }).getByText('redirectRules: {');
      await detail.waitFor();
      expect(await detail.textContent()).toContain('matchValue');
      expect(await detail.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      expect(visitor.faults).toEqual([]);
      await visitor.close();
    },
    300_000,
  );

  testInAll(
    `links are exported as JSON and CSV, and can be imported again: ${look.language}`,
    async () => {
      await using site = await openSetUpSite();
      const fields = { long_url: 'https://example.com/kept', short_url: 'kept', title: '=1+1' };
      await site.call(createLink, fields, site.token);
      const visitor = await openAdmin(browser, site, 'migration', look);
      const { page } = visitor;
      const save = async (name: string) => {
        const download = page.waitForEvent('download');
        await button(page, name).click();
        const file = await download;
        await page.getByText(text.exported).first().waitFor();
        return { name: file.suggestedFilename(), content: readFileSync(await file.path(), 'utf8') };
      };
      const json = await save(text.exportJson);
      expect(json.name).toEndWith('.json');
      const csv = await save(text.exportCsv);
      expect(csv.name).toEndWith('.csv');
      expect(csv.content).toContain("'=1+1");

      await using other = await openSetUpSite();
      const elsewhere = await openAdmin(browser, other, 'migration', look);
      await pick(elsewhere.page, toFile(json.name, json.content));
      await button(elsewhere.page, text.start).click();
      await elsewhere.page.getByText(text.stageSuccess, { exact: true }).waitFor();
      const [link] = await listAll(other, other.token);
      expect([link?.short_url, link?.long_url, link?.title]).toEqual([
        'kept',
        'https://example.com/kept',
        '=1+1',
      ]);
      expect(visitor.faults).toEqual([]);
      await elsewhere.close();
      await visitor.close();
    },
    300_000,
  );
}
