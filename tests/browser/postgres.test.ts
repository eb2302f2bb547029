import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { PostgresServer } from '../postgres/postgres-server.ts';
import { firstInShort } from '../support/test-run.ts';
import { test } from './browser-test.ts';
import { openAdmin, type SetUpSite } from './admin-page.ts';
import { desktop, launchBrowser, phone, VisitorPage } from './test-browser.ts';

let browser: Browser;
let postgres: PostgresServer;
let site: SetUpSite;
beforeAll(async () => {
  [browser, postgres] = await Promise.all([launchBrowser(), PostgresServer.start()]);
  site = await openSetUpSite({ env: { DATABASE_URL: await postgres.createDatabase() } });
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
  await postgres.stop();
});

const looks = [
  {
    language: 'en',
    scheme: 'light',
    viewport: desktop,
    text: {
      backup: 'Backup',
      elsewhere: 'Back it up with pg_dump',
      heading: 'One moment, please',
    },
  },
  {
    language: 'zh',
    scheme: 'dark',
    viewport: phone,
    text: { backup: '备份', elsewhere: '请用 pg_dump', heading: '请稍候片刻' },
  },
] as const;

test.each(firstInShort(looks))(
  'the status of a site in PostgreSQL names the database and its own way of backup: $language',
  async ({ text, ...look }) => {
    const visitor = await openAdmin(browser, site, 'setting', look);
    const { page, faults } = visitor;
    await page.getByText(/^PostgreSQL \d+\.\d+$/).waitFor();
    const section = page.getByRole('region', { name: text.backup });
    await section.getByText(text.elsewhere).waitFor();
    expect(await section.getByRole('button').count()).toBe(0);
    expect(faults).toEqual([]);
    await visitor.close();
  },
);

test.each(firstInShort(looks))(
  'a visitor of a link is asked to wait while the database is unreachable: $language',
  async ({ text, ...look }) => {
    const visitor = await VisitorPage.open(browser, site.url, look);
    const { page, faults } = visitor;
    postgres.freeze();
    try {
      const answer = await page.goto('/somewhere');
      expect(answer!.status()).toBe(503);
      expect(answer!.headers()['retry-after']).toBe('5');
    } finally {
      postgres.thaw();
    }
    await page.getByRole('heading', { name: text.heading }).waitFor();
    // The browser logs the status.
    expect(faults.filter((fault) => !fault.includes('503'))).toEqual([]);
    await visitor.close();
  },
);
