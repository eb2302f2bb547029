import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { test } from '../browser/browser-test.ts';
import { launchBrowser } from '../browser/test-browser.ts';
import { ClientSite } from './client-site.ts';
import { serveWebComponent } from './web-component-page.ts';

test('the web component of Shlink, at another origin, makes, edits and shows a link', async () => {
  await using client = await ClientSite.open('shlink');
  using server = await serveWebComponent(client.values);
  await using browser = await launchBrowser();
  const { page, errors } = await openPage(browser, server.url.origin);

  await page.goto('/create-short-url');
  await page.getByPlaceholder('URL to be shortened').fill('https://example.com/page');
  await page.getByPlaceholder('Title').fill('A page');
  await page.getByPlaceholder('Custom slug').fill('mine');
  const tags = page.getByRole('combobox', { name: 'Add tags to the URL' });
  await tags.fill('red');
  await tags.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`The short URL is ${client.short('mine')}`).waitFor();

  await page.goto('/short-code/mine/edit');
  await page.getByPlaceholder('Title').fill('Another title');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Short URL properly edited').waitFor();

  await page.goto('/short-code/mine/redirect-rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('dialog');
  await rule.getByLabel('Long URL:').fill('https://example.com/phone');
  await rule.getByRole('button', { name: 'Add condition' }).click();
  await rule.getByLabel('Device type:').selectOption({ label: 'Android' });
  await rule.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Save rules' }).click();
  await page.getByText('Redirect rules properly saved').waitFor();

  await client.visit('mine');
  for (const [path, text] of visitPages) {
    await openVisits(page, path);
    await page.getByText(text).first().waitFor();
    await page.getByRole('button', { name: /^Export \(\d+\)$/ }).waitFor();
  }
  await openVisits(page, '/orphan-visits');
  await page.getByText('There are no visits matching current filter').waitFor();

  await page.goto('/overview');
  await page.getByRole('link', { name: 'Visits 3', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Another title' }).waitFor();

  await page.goto('/list-short-urls/1');
  await page.getByPlaceholder('Search...').fill('another');
  await page.waitForURL(/search=another/);
  await page.getByRole('cell', { name: 'Another title' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export (1)' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(client.short('mine'));

  await page.goto('/manage-tags');
  await page.getByRole('row', { name: 'red 1 3' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('green');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: 'green 1 3' }).waitFor();

  expect(errors).toEqual([]);
  client.expectRecorded('shlink-web-component');
});

/** Paths of visits, and what shows that they are there. */
const visitPages = [
  ['/short-code/mine/visits', 'Another title'],
  ['/tag/red/visits', 'Visits (3)'],
  ['/domain/DEFAULT/visits', 'Visits (3)'],
  ['/non-orphan-visits', 'Visits (3)'],
] as const;

/** The page also asks for the newest visit, to offer it when a time has none. */
async function openVisits(page: Page, path: string): Promise<void> {
  const newest = page.waitForResponse(
    (response) => response.url().endsWith('itemsPerPage=1') && response.status() === 200,
  );
  await page.goto(path);
  await newest;
}

/** A page with an empty profile, and its errors; the one of the missing live updates is left out. */
async function openPage(
  browser: Browser,
  baseURL: string,
): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
  const context = await browser.newContext({ baseURL, timezoneId: 'UTC' });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => void errors.push(String(error)));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() !== 'error' || url.endsWith('/rest/v3/mercure-info')) return;
    errors.push(`${url}: ${message.text()}`);
  });
  return { page, errors };
}
