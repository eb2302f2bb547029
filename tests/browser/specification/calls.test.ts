import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page, Request } from 'playwright-core';
import { admin, TestSite } from '../../journeys/test-site.ts';
import { test } from '../browser-test.ts';
import { adminWords } from '../admin-words.ts';
import { row } from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { button, field, fillSetUp } from '../steps.ts';
import { launchBrowser, VisitorPage } from '../test-browser.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** The calls of the page, with their required fields. */
const specified: Readonly<Record<string, readonly string[]>> = {
  'GET /api/get/appinfo': [],
  'GET /api/get/siteinfo': [],
  'GET /api/option/get_site_info': [],
  'GET /api/user/is_login': [],
  'POST /api/shorten_url': ['long_url', 'short_url', 'title'],
  'POST /api/user/init': ['username', 'email', 'password'],
  'POST /api/login': ['username', 'password'],
  'POST /api/update_url/1': ['description', 'long_url', 'short_url', 'title'],
  'POST /api/get_url_metadata': ['url'],
  'POST /api/option/set': ['key', 'value'],
  'POST /api/search': ['filter', 'keyword'],
  'POST /api/delete/url': ['short_url'],
  'POST /api/delete/urls': ['ids'],
  'GET /api/urls': ['page', 'limit'],
  'GET /api/user/get_token': [],
  'GET /api/user/create_token': [],
  'GET /api/user/change_token': [],
  'GET /api/user/logout': [],
  'POST /api/user/change_password': ['old_password', 'new_password'],
  'POST /api/import': ['file'],
};

/** The field names of a request. */
function fieldsOf(request: Request): string[] {
  const { searchParams } = new URL(request.url());
  const body = request.postData();
  if (body === null) return [...searchParams.keys()];
  if (body.startsWith('{')) return Object.keys(JSON.parse(body) as object);
  return [...body.matchAll(/form-data; name="(\w+)"/g)].map(([, name]) => name!);
}

/** Calls that the specification defines with form data. */
const asForms = ['POST /api/user/change_password', 'POST /api/import'];

class Calls {
  /** The fields of each call, over all requests. */
  readonly made = new Map<string, Set<string>>();
  /** Calls sent with form data. */
  readonly forms = new Set<string>();
  /** The authorization header of each call, in order. */
  readonly shown: (string | null)[] = [];

  watch(page: Page): void {
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/')) return;
      const call = `${request.method()} ${pathname}`;
      const fields = this.made.get(call) ?? new Set();
      for (const name of fieldsOf(request)) fields.add(name);
      this.made.set(call, fields);
      const { 'content-type': type = '' } = request.headers();
      if (type.startsWith('multipart/form-data')) this.forms.add(call);
      this.shown.push(request.headers()['authorization'] ?? null);
    });
  }
}

/**
 * Calls beyond the specification: domains, imports by job, ways to log in, one setting, sparklines,
 * the server's health, named tokens, and the undo of a deletion.
 */
const beyond = [
  'GET /api/domains',
  'GET /api/imports',
  'GET /api/login/ways',
  'GET /api/option/get',
  'GET /api/sso',
  'GET /api/stats/lines',
  'GET /api/status',
  'GET /api/tokens',
  'POST /api/urls/restore',
];

test('the page makes the calls of the specification, with its fields and the stored token', async () => {
  await using site = await TestSite.open();
  const text = { ...linksWords.en, ...adminWords.en };
  const visitor = await VisitorPage.open(browser, site.url);
  const { page } = visitor;
  const calls = new Calls();
  calls.watch(page);
  // Playwright shows a body with a file only for routed requests.
  await page.route('**/api/import', (route) => route.continue());

  await page.goto('/');
  await button(page, words.en.setUp).waitFor();
  await fillSetUp(page, words.en);
  await page.waitForURL((url) => url.pathname === '/');
  const token = await page.evaluate<string>("localStorage.getItem('token')");
  await field(page, text.longUrl).fill('https://example.com/');
  await button(page, text.create).click();
  await button(page, text.copy).waitFor();

  await page.goto('/admin/list');
  await button(page, text.addLink).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text.longUrl).fill('https://example.com/2');
  await dialog.getByLabel(text.customCode).fill('second');
  await dialog.getByText(text.sevenDays, { exact: true }).click();
  await dialog.getByRole('button', { name: text.addLink }).click();
  await row(page, 'second').waitFor();
  await page.getByRole('searchbox').fill('example.com/');
  await page.getByLabel(text.searchIn).selectOption('long_url');
  await page.getByRole('searchbox').press('Enter');
  await page.getByText('2 links found').waitFor();
  await page.locator('[data-link]').last().focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel(text.title).fill('Renamed');
  await button(page, linksWords.en.save).click();
  await page.getByText('Renamed').waitFor();
  await row(page, 'second').focus();
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: text.deleteOne }).click();
  await row(page, 'second').waitFor({ state: 'hidden' });
  await page.keyboard.press('u');
  await row(page, 'second').waitFor();
  await page.getByRole('checkbox', { name: text.selectAll }).check();
  await page.getByRole('button', { name: text.deleteSelected }).click();
  await dialog.getByRole('button', { name: text.deleteTwo }).click();
  await row(page, 'second').waitFor({ state: 'hidden' });

  await page.goto('/admin/token');
  await button(page, text.createToken).click();
  await button(page, text.changeToken).click();
  await dialog.getByRole('button', { name: text.changeToken }).click();
  await page.getByText(text.tokenChanged).waitFor();
  await page.goto('/admin/setting');
  await field(page, text.siteName).fill('The Shed');
  await button(page, text.save).click();
  await page.getByRole('alert').getByText(adminWords.en.saved).waitFor();
  await page.goto('/admin/migration');
  await page.locator('input[type=file]').setInputFiles({
    name: 'yourls_url.json',
    mimeType: 'application/json',
    buffer: Buffer.from('[{"keyword":"third","url":"https://example.com/3"}]'),
  });
  await button(page, text.start).click();
  await page.getByText(text.stageSuccess, { exact: true }).waitFor();

  await page.getByRole('button', { name: admin.username }).click();
  await page.getByRole('menuitem', { name: text.changePassword }).click();
  await dialog.getByLabel(text.oldPassword, { exact: true }).fill(admin.password);
  await dialog.getByLabel(text.newPassword, { exact: true }).fill('battery staple');
  await dialog.getByLabel(text.confirmPassword, { exact: true }).fill('battery staple');
  const loggedOut = page.waitForResponse('**/api/user/logout');
  await dialog.getByRole('button', { name: text.changePassword }).click();
  await loggedOut;

  for (const [call, fields] of Object.entries(specified)) {
    const sent = [...(calls.made.get(call) ?? ['never called'])];
    expect([call, sent]).toEqual([call, expect.arrayContaining([...fields])]);
    if (fields.length === 0) expect([call, sent]).toEqual([call, []]);
  }
  expect([...calls.forms].toSorted()).toEqual(asForms.toSorted());
  expect([...calls.made.get('POST /api/shorten_url')!]).toContain('ttl_days');
  const others = [...calls.made.keys()].filter(
    (call) => !(call in specified) && call !== 'GET /api/import/outcome',
  );
  expect(others.toSorted()).toEqual(beyond);
  const login = calls.shown.findIndex((header) => header !== null);
  expect(login).toBeGreaterThan(0);
  expect([...new Set(calls.shown.slice(login))]).toEqual([`Bearer ${token}`]);
  expect(visitor.faults).toEqual([]);
  await visitor.close();
}, 300_000);
