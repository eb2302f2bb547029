import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import type { OpenApi } from '../../../contracts/openapi.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { createToken } from '../../../contracts/account.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { run, runShell } from '../../support/project/run-shell.ts';
import type { TestSite } from '../../journeys/test-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { button, readClipboard } from '../steps.ts';
import { launchBrowser, looks, VisitorPage } from '../test-browser.ts';
import type { PageOptions } from '../test-browser.ts';

let browser: Browser;
let site: TestSite & { readonly token: string };
let api: OpenApi;
let apiToken: string;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await openSetUpSite();
  api = (await (await site.fetch('/openapi.json')).json()) as OpenApi;
  const { data } = await site.call(createToken, {}, site.token);
  apiToken = (data as { token: string }).token;
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

const paths = () => Object.keys(api.paths);

async function open(path: string, options?: PageOptions): Promise<VisitorPage> {
  const visitor = await VisitorPage.open(browser, site.url, options);
  await visitor.page.goto(path);
  await visitor.page.locator('.docs-call').first().waitFor();
  return visitor;
}

/** Opens a call in the reference. */
async function openCall(page: Page, id: string) {
  const section = page.locator(`#${id}`);
  await section.locator('summary').click();
  await section.locator('form').waitFor();
  return section;
}

for (const look of firstInShort(looks)) {
  const { language, scheme, viewport } = look;
  test(`anyone can read the API docs: ${language}, ${scheme}, ${viewport.width} wide`, async () => {
    const visitor = await open('/docs', look);
    const { page, faults } = visitor;
    await page.getByRole('heading', { name: 'API', exact: true }).waitFor();
    expect(await page.getByText('Python', { exact: true }).count()).toBeGreaterThan(0);
    expect(await page.locator('.docs-call').count()).toBe(paths().length);
    expect(await page.locator('.docs-code').first().textContent()).toContain(
      new URL(site.url).origin,
    );
    await openCall(page, 'createLink');
    await openCall(page, 'listLinks');
    await openCall(page, 'importLinks');
    expect(faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

testInAll(
  'Chinese readers find calls and fields in Chinese',
  async () => {
    const visitor = await open('/docs#createLink', { language: 'zh' });
    await visitor.page.getByRole('heading', { name: '创建短链接', level: 4 }).waitFor();
    await visitor.page.getByText('自定义后缀；不填则随机生成').first().waitFor();
    await visitor.close();
  },
  300_000,
);

testInAll(
  'the docs say which fields may be null',
  async () => {
    const visitor = await open('/docs');
    const { page } = visitor;
    const shapeOf = async (id: string) =>
      (await (await openCall(page, id)).getByRole('figure', { name: /Success$/ }).textContent()) ??
      '';
    const links = await shapeOf('getTopLinks');
    expect(links).toMatch(
      / {2}silent: \[\{\n {4}short_url: string\n[^}]*\n {2}\}\] \| null {2}\/\/ /,
    );
    expect(links).toContain('before: integer | null  // Clicks on as many days before');
    const report = await shapeOf('getReport');
    expect(report).toMatch(/ {2}before: \{\n {4}person: integer\n[^}]*\n {2}\} \| null {2}\/\/ /);
    await visitor.close();
  },
  300_000,
);

testInAll(
  'the language of the examples is remembered, and an example is copied whole',
  async () => {
    const visitor = await open('/docs');
    const { page } = visitor;
    const example = page.getByRole('figure', { name: 'Create a link', exact: true }).locator('pre');
    expect(await example.textContent()).toContain('curl ');
    await page.getByText('Python', { exact: true }).first().click();
    expect(await example.textContent()).toContain('urlopen(request)');
    await page.reload();
    expect(await example.textContent()).toContain('urlopen(request)');
    expect(await page.getByText('await fetch(').count()).toBe(0);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy: Create a link').click();
    const copied = await readClipboard(page);
    expect(copied).toBe((await example.textContent())!);
    expect(copied).toContain(`"${new URL(site.url).origin}/api/shorten_url"`);
    await visitor.close();
  },
  300_000,
);

test('the examples run and do what the docs say', async () => {
  const visitor = await open('/docs');
  const { page } = visitor;
  const example = page.getByRole('figure', { name: 'Create a link', exact: true }).locator('pre');
  const runs = {
    curl: (code: string) => runShell(code, ['curl']),
    JavaScript: (code: string) => run([process.execPath, '-e', code]),
    Python: (code: string) => run(['python3', '-c', code]),
  };
  for (const [language, runExample] of Object.entries(runs)) {
    await page.getByText(language, { exact: true }).first().click();
    const code = (await example.textContent())!
      .replace('sk-YOUR_API_TOKEN', apiToken)
      .replace(/"page"/, `"by-${language.toLowerCase()}"`);
    const { exitCode, output, errors } = await runExample(code);
    expect([language, exitCode, errors]).toEqual([language, 0, expect.anything()]);
    expect(output).toContain(`by-${language.toLowerCase()}`);
  }
  const codes = (await listAll(site, site.token)).map(({ short_url }) => short_url);
  expect(codes).toEqual(expect.arrayContaining(['by-curl', 'by-javascript', 'by-python']));
  await visitor.close();
}, 300_000);

testInAll(
  '"Try it" sends a call with the token that the reader enters',
  async () => {
    const visitor = await open('/docs');
    const { page } = visitor;
    const section = await openCall(page, 'createLink');
    await section.getByLabel('long_url').fill("https://example.com/?q='quoted'");
    await section.getByLabel('short_url').fill('tried');
    await section.getByLabel('ttl_days').fill('7');
    const send = section.getByRole('button', { name: 'Send' });
    const status = section.locator('.docs-response-status');
    await send.click();
    await page.getByText(/^HTTP 401 · \d+ ms$/).waitFor();
    await page.getByLabel('Token', { exact: true }).fill(apiToken);
    const request = section.getByRole('figure', { name: /Request$/ });
    expect(await request.textContent()).toContain(`Bearer ${apiToken.slice(0, 8)}…`);
    await send.click();
    await page.getByText(/^HTTP 200 · \d+ ms$/).waitFor();
    const answer = await section
      .getByRole('figure', { name: /Response$/ })
      .locator('pre')
      .textContent();
    expect(JSON.parse(answer!)).toMatchObject({ code: 200, data: { short_url: 'tried' } });
    expect(await status.count()).toBe(1);

    // The shown command does the same; here it finds an existing link.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await section.getByRole('button', { name: /^Copy: .*Request$/ }).click();
    const { output } = await runShell(await readClipboard(page), ['curl']);
    expect(JSON.parse(output)).toMatchObject({ code: 200, data: { is_new: false } });
    const edit = await openCall(page, 'updateLink');
    const { id } = (await listAll(site, site.token)).find(
      ({ short_url }) => short_url === 'tried',
    )!;
    await edit.getByLabel('id', { exact: true }).fill(String(id));
    await edit.getByLabel('title').fill('A new title');
    await edit.getByRole('button', { name: 'Send' }).click();
    await edit.getByText('"title": "A new title"').waitFor();
    expect(visitor.faults.filter((fault) => !fault.includes('401'))).toEqual([]);
    await visitor.close();
  },
  300_000,
);

testInAll(
  '"Try it" uses the browser’s login only on request',
  async () => {
    await site.call(
      createLink,
      { long_url: 'https://example.com/', short_url: 'shown' },
      site.token,
    );
    const visitor = await VisitorPage.open(browser, site.url);
    const { page } = visitor;
    await visitor.logIn(site.token);
    await page.goto('/docs');
    const section = await openCall(page, 'listLinks');
    await section.getByLabel('limit').fill('200');
    await section.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^HTTP 401/).waitFor();
    await button(page, 'Use my login').click();
    await section.getByLabel('sort').selectOption('short_url');
    await section.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^HTTP 200/).waitFor();
    await section.getByText('"short_url": "shown"').waitFor();
    expect(await page.evaluate('localStorage.getItem("token")')).toBe(site.token);
    await visitor.close();
  },
  300_000,
);

testInAll(
  '"Try it" uploads a file and downloads a file',
  async () => {
    const visitor = await open('/docs');
    const { page } = visitor;
    await page.getByLabel('Token', { exact: true }).fill(site.token);
    const section = await openCall(page, 'importLinks');
    const rows = [{ keyword: 'brought', url: 'https://example.com/brought' }];
    const table = [{ type: 'table', name: 'yourls_url', data: rows }];
    await section.getByLabel('file', { exact: true }).setInputFiles({
      name: 'links.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(table)),
    });
    await section.getByRole('button', { name: 'Send' }).click();
    await section.getByText('"imported": 1').waitFor();
    const out = await openCall(page, 'exportLinks');
    await out.getByLabel('format').selectOption('csv');
    await out.getByRole('button', { name: 'Send' }).click();
    await out.getByText('https://example.com/brought').waitFor();
    await visitor.close();
  },
  300_000,
);

testInAll(
  'an endless call is shown as a command, and cannot be sent from the page',
  async () => {
    const visitor = await open('/docs');
    const section = await openCall(visitor.page, 'getLive');
    await section.getByLabel('short_url').fill('poster');
    expect(await section.locator('pre').first().textContent()).toContain(
      '/api/stats/live?short_url=poster',
    );
    await section.getByLabel('short_url').press('Enter');
    await section.getByText('until you close the connection').waitFor();
    expect(await section.getByRole('button', { name: /^Send/ }).count()).toBe(0);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);

testInAll(
  'each call has an address, and a search finds calls by words',
  async () => {
    const visitor = await open('/docs#changePassword');
    const { page } = visitor;
    const named = page.locator('#changePassword');
    await named.locator('form').waitFor();
    await page.evaluate(`new Promise((done) => {
    const look = () => {
      const { top } = document.querySelector('#changePassword').getBoundingClientRect();
      if (Math.abs(top) < 200) done();
      else requestAnimationFrame(look);
    };
    look();
  })`);
    await named.locator('summary').click();
    await named.locator('form').waitFor({ state: 'detached' });
    await page
      .getByRole('navigation', { name: 'Contents' })
      .getByText('Create a short link')
      .click();
    await page.waitForURL('**/docs#createLink');
    await page.locator('#createLink form').waitFor();
    await page.goBack();
    await page.waitForURL('**/docs#changePassword');

    const search = page.getByRole('searchbox', { name: 'Find a call' });
    const findIds = () =>
      page.locator('.docs-call').evaluateAll((calls) => calls.map(({ id }) => id));
    await search.fill('TOKEN change');
    // One call has both words in its name, the others have one in a field.
    expect(await findIds()).toEqual(['changePassword', 'changeToken', 'setToken']);
    await search.fill('TOKEN change_token');
    expect(await findIds()).toEqual(['changeToken']);
    await search.fill('nothing like this');
    await page.getByText('No call matches').waitFor();
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);
