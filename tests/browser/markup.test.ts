import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { createLink, updateLink, type Link } from '../../contracts/links/links.ts';
import { setOption } from '../../contracts/site.ts';
import { openSqlite } from '../../server/engine/sqlite/sqlite.ts';
import { drain, listAll, openSetUpSite } from '../journeys/set-up-site.ts';
import type { TestSite } from '../journeys/test-site.ts';
import { phpMyAdmin, yourlsRow } from '../import-files/yourls-files.ts';
import { seedLinks } from '../support/statistics/seed.ts';
import { chooseForRun, firstInShort } from '../support/test-run.ts';
import { test, testInAll } from './browser-test.ts';
import { adminWords } from './admin-words.ts';
import { button } from './steps.ts';
import { launchBrowser, VisitorPage } from './test-browser.ts';
import { waitUntil } from './wait.ts';

/** Texts that would run a script or reorder the page if they were not shown as text. */
const hostile = [
  '<script>window.__pwned = 1</script>',
  '"><script>window.__pwned = 2</script>',
  "'><img src=x onerror=window.__pwned=3>",
  '</title><script>window.__pwned = 4</script>',
  '</script><script>window.__pwned = 5</script>',
  '</textarea></style><svg onload=window.__pwned=6>',
  'javascript:window.__pwned=7',
  '{{constructor.constructor("window.__pwned=8")()}} ${window.__pwned=9} <%= 1 %> #{1}',
  '"onmouseover="window.__pwned=10" autofocus onfocus="window.__pwned=11',
  '<iframe srcdoc="<script>parent.__pwned=12</script>"></iframe>',
  '<style>*{display:none!important}</style>',
  '\u202Etxt.exe\u202C\u2066\u200B\u200D\uFEFF',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 \u0301\u0301\u0301',
  '__proto__',
  "'; DROP TABLE link; --",
];

/** A short run shows those that end an attribute and a script. */
const shown = chooseForRun([hostile[1]!, hostile[4]!], hostile);

/** A code has no slash: the part before one is a domain. */
function toCode(text: string): string {
  return text.replaceAll('/', '');
}

/** The import report shows this many texts, with two failed rows each. */
const REPORTED = 5;

let browser: Browser;
let site: TestSite & { readonly token: string };
beforeAll(async () => {
  browser = await launchBrowser();
  site = await openSetUpSite();
  const engine = await openSqlite(site.dataDir);
  // Codes that only an import accepts, and expired ones.
  await seedLinks(
    engine,
    hostile.map((text, at) => ({
      short_url: toCode(text),
      long_url: `https://example.com/?q=${text}`,
      long_url_hash: -1 - at,
      title: text,
      description: text,
      ip: text,
      expires_at: at % 2,
    })),
  );
  await engine.db
    .updateTable('account')
    .set({ username: hostile[2]!, email: `${hostile[1]!}@example.com` })
    .execute();
  await engine.close();
  for (const [at, text] of hostile.entries()) {
    const fields = {
      long_url: `https://example.com/${at}?${text}#${text}`,
      short_url: `link-${at}`,
      title: text,
      description: text,
    };
    const answer = await site.call(createLink, fields, site.token);
    expect([text, answer.code]).toEqual([text, 200]);
    await site.fetch(`/link-${at}`, { headers: headersOf(text) });
  }
  await drain(site);
  await setTexts(hostile[3]!);
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

/** Headers of a visitor; they can hold Latin-1 only. */
function headersOf(text: string): Record<string, string> {
  const plain = text.replaceAll(/[^\x20-\x7E]/g, '?');
  return {
    'user-agent': plain,
    referer: plain,
    'accept-language': plain,
    'x-forwarded-for': plain,
  };
}

async function setTexts(text: string): Promise<void> {
  const value = JSON.stringify({
    title: text.slice(0, 32),
    keywords: text,
    description: text,
    author: text.slice(0, 64),
  });
  const answer = await site.call(setOption, { key: 'site_info', value }, site.token);
  expect([text, answer.code]).toEqual([text, 200]);
}

/** Opens a page that records every script that runs. */
async function openPageThatRecordsScripts(): Promise<{
  page: Page;
  ran: string[];
  visitor: VisitorPage;
}> {
  const visitor = await VisitorPage.open(browser, site.url);
  const { page } = visitor;
  const ran: string[] = [];
  page.on('dialog', async (dialog) => {
    ran.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('popup', (popup) => ran.push(`popup: ${popup.url()}`));
  await page.addInitScript(`
    addEventListener('securitypolicyviolation', (event) => {
      console.error('violation of ' + event.violatedDirective + ' by ' + event.blockedURI + ' on ' + location.pathname);
    });
  `);
  return { page, ran, visitor };
}

/** Opens a page and waits until it is complete. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  expect([path, await page.evaluate('window.__pwned ?? null')]).toEqual([path, null]);
  expect(await page.evaluate('document.body.checkVisibility()')).toBe(true);
  expect(new URL(page.url()).origin).toBe(new URL(site.url).origin);
}

/** Browsers log the status of each visit without a redirect. */
function isFault(fault: string): boolean {
  return !/status of (403|404|410)/.test(fault);
}

const adminPages = ['list', 'setting', 'token', 'migration', 'about'];
const otherPages = ['/login', '/init', '/docs'];

test('HTML in stored texts runs on no page', async () => {
  const { page, ran, visitor } = await openPageThatRecordsScripts();
  await visitor.logIn(site.token);
  for (const text of shown) {
    await setTexts(text);
    for (const path of ['/', '/missing']) await visit(page, path);
  }
  for (const path of otherPages) await visit(page, path);
  for (const name of adminPages) {
    await visit(page, `/admin/${name}`);
    await page.waitForLoadState('networkidle');
  }
  // Unknown codes, an expired code, and one that blocks this browser.
  for (const text of shown) await visit(page, `/${encodeURIComponent(`x${text}`)}`);
  await visit(page, `/${encodeURIComponent(hostile[1]!)}`);
  await site.call(setOption, { key: 'blocked_user_agents', value: '["Mozilla"]' }, site.token);
  await visit(page, '/link-0');
  expect(ran).toEqual([]);
  expect(visitor.faults.filter(isFault)).toEqual([]);
  await visitor.close();
}, 180_000);

testInAll(
  'HTML in stored texts runs on no page of a link, whatever its code',
  async () => {
    const { page, ran, visitor } = await openPageThatRecordsScripts();
    await visitor.logIn(site.token);
    const links = await listAll(site, site.token);
    for (const [at, text] of firstInShort(shown).entries()) {
      const typed = toCode(text);
      const { id } = links.find(({ short_url }) => short_url === typed)!;
      const note = hostile[(at + 1) % hostile.length]!;
      const fields = { note, tags: [`t${text.replaceAll(',', '').slice(0, 30)}`] };
      expect((await site.call(updateLink, { id, ...fields }, site.token)).code).toBe(200);
      const address = `/admin/links/${encodeURIComponent(typed)}`;
      await visit(page, address);
      await page.locator('.link-tabs').waitFor();
      await visit(page, `${address}/settings`);
      await waitUntil(page, () => page.locator('[name=short_url]').inputValue(), typed);
      await visit(page, `${address}/history`);
      await page.locator('.edit').waitFor();
    }
    expect(ran).toEqual([]);
    expect(visitor.faults.filter(isFault)).toEqual([]);
    await visitor.close();
  },
  180_000,
);

testInAll(
  'stored texts are shown as they were written',
  async () => {
    const { page, ran, visitor } = await openPageThatRecordsScripts();
    await visitor.logIn(site.token);
    await page.goto('/admin/list?size=100');
    await page.getByText('link-0', { exact: true }).first().waitFor();
    const body = (await page.locator('main').textContent()) ?? '';
    for (const text of hostile.slice(0, 7)) expect(body).toContain(text);
    // Every link of the page leads to an allowed place, and none runs a script.
    const targets = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href], area[href]')].map((link) => link.protocol)`,
    );
    expect([...new Set(targets)].filter((protocol) => !/^https?:$/.test(protocol))).toEqual([]);
    for (const row of await page.getByText(hostile[2]!, { exact: true }).all()) await row.hover();
    expect(await page.evaluate('window.__pwned ?? null')).toBeNull();
    expect(ran).toEqual([]);
    expect(visitor.faults.filter(isFault)).toEqual([]);
    await visitor.close();
  },
  300_000,
);

testInAll(
  'HTML in an import file runs neither in the report nor in the list',
  async () => {
    const { page, ran, visitor } = await openPageThatRecordsScripts();
    await visitor.logIn(site.token);
    // The number of rows that the report shows.
    for (let first = 0; first < shown.length; first += REPORTED) {
      const texts = shown.slice(first, first + REPORTED);
      const rows = texts.flatMap((text, at) => [
        yourlsRow(text, { title: text }),
        yourlsRow(`bad-${at}`, { url: text, title: text }),
        yourlsRow(`in-${first + at}`, {
          url: `https://example.com/in?${text}`,
          title: text,
          ip: text,
        }),
      ]);
      await visit(page, '/admin/migration');
      await page.locator('input[type=file]').setInputFiles({
        name: `${hostile[2]!}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(phpMyAdmin({ yourls_url: rows })),
      });
      await button(page, adminWords.en.start).click();
      const report = page.getByRole('table');
      await report.waitFor();
      for (const text of texts) {
        await report.locator('[class^=middle-cut]').filter({ hasText: text }).first().hover();
      }
      // A style without blanks may be an imported code.
      const codes = texts.filter((text) => !text.startsWith('<style>'));
      expect(await report.getByRole('row').count()).toBe(1 + texts.length + codes.length);
      expect(await page.evaluate('window.__pwned ?? null')).toBeNull();
    }
    await visit(page, '/admin/list?size=100');
    await page.getByText('in-0', { exact: true }).first().waitFor();
    for (const row of await page.getByText(hostile[2]!, { exact: true }).all()) await row.hover();
    expect(await page.evaluate('window.__pwned ?? null')).toBeNull();
    expect(ran).toEqual([]);
    expect(visitor.faults.filter(isFault)).toEqual([]);
    await visitor.close();
  },
  300_000,
);

testInAll(
  'an edit stores HTML as plain text',
  async () => {
    const links: readonly Link[] = await listAll(site, site.token);
    const { id } = links.find(({ short_url }) => short_url === 'link-1')!;
    const fields = { title: `\u0000\r\n${hostile[4]!}`, description: hostile[5]! };
    const { code, data } = (await site
      .fetch(updateLink.path.replace('{id}', String(id)), {
        method: 'POST',
        headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      .then((response) => response.json())) as { code: number; data: Link };
    expect([code, data.title, data.description]).toEqual([200, hostile[4]!, hostile[5]!]);
  },
  300_000,
);
