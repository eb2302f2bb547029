import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { admin } from '../journeys/test-site.ts';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { test, testInAll } from './browser-test.ts';
import { openAdmin } from './admin-page.ts';
import { button } from './steps.ts';
import { launchBrowser, VisitorPage } from './test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const target = 'https://example.com/article?id=7';
const shared = `/admin/share?${new URLSearchParams({ title: 'An article', text: target }).toString()}`;

/** The paths that the service worker caches. */
function listKept(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const requests = [];
    for (const name of await caches.keys()) requests.push(...(await (await caches.open(name)).keys()));
    return requests.map(({ url }) => new URL(url).pathname);
  })()`);
}

/** Waits until the service worker controls the page. */
async function waitForControl(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller !== null) return;
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  })()`);
}

async function expectShared(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add link' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Long URL').inputValue()).toBe(target);
  expect(await dialog.getByLabel('Title').inputValue()).toBe('An article');
}

test('the admin area opens without a network, and keeps no data', async () => {
  await using site = await openSetUpSite();
  const visitor = await openAdmin(browser, site, 'list', { hasServiceWorker: true });
  const { page } = visitor;
  await waitForControl(page);
  await page.goto('/admin/stats');
  await page.locator('h1').waitFor();
  expect(visitor.faults).toEqual([]);

  await page.context().setOffline(true);
  await page.goto('/admin/list');
  await page.getByRole('heading', { name: 'This page could not be opened' }).waitFor();
  await page.context().setOffline(false);
  await button(page, 'Try again').click();
  await page.getByRole('heading', { name: 'Links', exact: true }).waitFor();

  const kept = await listKept(page);
  expect(kept).toContain('/admin/list');
  expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual(['/admin/list']);
  await visitor.close();
}, 300_000);

testInAll(
  'visits to short links and the home page install no service worker',
  async () => {
    await using site = await openSetUpSite();
    const visitor = await openAdmin(browser, site, 'list', { hasServiceWorker: true });
    const { page } = visitor;
    await waitForControl(page);
    await page.goto('/');
    const isControlled = () => page.evaluate('navigator.serviceWorker.controller !== null');
    expect(await isControlled()).toBe(false);
    await page.goto('/admin/list');
    expect(await isControlled()).toBe(true);
    await visitor.close();
  },
  300_000,
);

testInAll(
  'a page that is shared fills the Add dialog',
  async () => {
    await using site = await openSetUpSite();
    const visitor = await openAdmin(browser, site, 'list');
    await visitor.page.goto(shared);
    await expectShared(visitor.page);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);

testInAll(
  'a page that is shared before the login fills the dialog after it',
  async () => {
    await using site = await openSetUpSite();
    const visitor = await VisitorPage.open(browser, site.url);
    const { page } = visitor;
    await page.goto(shared);
    await page.getByLabel('Username').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.keyboard.press('Enter');
    await expectShared(page);
    await visitor.close();
  },
  300_000,
);

testInAll(
  'the bookmarklet opens the dialog for the page that the browser shows',
  async () => {
    await using site = await openSetUpSite();
    const visitor = await openAdmin(browser, site, 'token');
    const { page } = visitor;
    const bookmark = page.getByRole('link', { name: 'Shorten with Brisk' });
    const code = (await bookmark.getAttribute('href'))!;
    expect(code).toStartWith('javascript:');
    await bookmark.click();
    await page.getByText('Drag it to your bookmarks bar').waitFor();

    await page.goto('/healthz');
    await page.evaluate("document.title = 'An article'; history.replaceState(null, '', '/?id=7')");
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(code.slice('javascript:'.length)),
    ]);
    const dialog = opened.getByRole('dialog', { name: 'Add link' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('Long URL').inputValue()).toBe(new URL('/?id=7', site.url).href);
    expect(await dialog.getByLabel('Title').inputValue()).toBe('An article');
    await visitor.close();
  },
  300_000,
);
