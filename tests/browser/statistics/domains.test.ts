import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { addDomain } from '../../../contracts/domains.ts';
import { updateLink } from '../../../contracts/links/links.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { domainWords } from '../site/domains-words.ts';
import { linkWords } from '../link/link-words.ts';
import { addLinks } from '../links/links-steps.ts';
import { button, readClipboard } from '../steps.ts';
import { readSearch, row, visit, waitForTotal } from './stats-steps.ts';
import { statsWords } from './stats-words.ts';
import { behaviorLooks, launchBrowser } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const GO = 'go.example';
/** As the server and the page name it. */
const MUNICH = 'xn--mnchen-3ya.example';
const READABLE = 'münchen.example';

/** Clicks: 1 on the main domain, 3 and 2 on further ones. Each has one unknown code. */
async function openWithClicks(): Promise<SetUpSite> {
  const site = await openSetUpSite();
  for (const host of [GO, MUNICH]) await site.call(addDomain, { host }, site.token);
  const domains = ['', GO, MUNICH];
  await addLinks(
    site,
    domains.map((domain) => ({ short_url: 'a', domain })),
  );
  const clicks = [1, 3, 2];
  for (const [at, domain] of domains.entries()) {
    const host = domain === '' ? new URL(site.url).host : domain;
    const visits = Array.from({ length: clicks[at]! }, () => ({ agent: 'chrome' }) as const);
    await visit(site, 'a', visits, host);
    await site.fetch(`/lost-${at}`, { headers: { host } });
  }
  return site;
}

async function waitForUnknownCodes(page: Page, title: string, codes: string[]): Promise<void> {
  const list = page.getByRole('region', { name: title }).locator('.site-list-code [title]');
  const read = () => list.evaluateAll((all) => all.map((one) => one.getAttribute('title')));
  await waitUntil(page, read, codes);
}

for (const look of behaviorLooks) {
  const { language, scheme, viewport } = look;
  test(`the statistics of a site show its domains: ${language}, ${scheme}, ${viewport.width} wide`, async () => {
    await using site = await openWithClicks();
    const text = statsWords[language];
    const visitor = await openAdmin(browser, site, 'domains', look);
    const { page } = visitor;
    await page.getByRole('link', { name: domainWords[language].statistics(GO) }).click();
    await waitForTotal(page, text.people, '3');
    expect(readSearch(page)).toEqual({ domain: GO });
    const [main, go, munich] = [new URL(site.url).host, GO, READABLE].map((name) =>
      row(page, text.domains, name),
    );
    expect(await go!.getAttribute('aria-pressed')).toBe('true');
    const chips = page.getByRole('list', { name: text.filters });
    await chips.getByText(text.domain, { exact: true }).waitFor();
    await chips.getByText(GO, { exact: true }).waitFor();
    await waitForUnknownCodes(page, text.missed, [`${GO}/lost-1`]);
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);

    await go!.click();
    await waitForTotal(page, text.people, '6');
    expect(await go!.textContent()).toMatch(/3.*50\s?%/);
    expect(await munich!.textContent()).toMatch(/2.*33\s?%/);
    await page.getByRole('link', { name: `${READABLE}/a`, exact: true }).waitFor();
    const lost = page.getByRole('region', { name: text.missed });
    await lost.getByRole('link', { name: `${READABLE}/lost-2` }).waitFor();
    expect(await main!.textContent()).toMatch(/1.*17\s?%/);
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    await main!.click();
    await waitForTotal(page, text.people, '1');
    expect(readSearch(page)).toEqual({ domain: 'none' });
    expect(await main!.getAttribute('aria-pressed')).toBe('true');
    await chips.getByText(new URL(site.url).host, { exact: true }).waitFor();
    await waitForUnknownCodes(page, text.missed, ['lost-0']);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

testInAll(
  'the list and the page of a link show the readable name of its domain',
  async () => {
    await using site = await openWithClicks();
    const visitor = await openAdmin(browser, site, 'list');
    const { page, faults } = visitor;
    const { port } = new URL(site.url);
    const prefixes = page.locator('.links-code-host');
    await prefixes.first().waitFor();
    const shown = await prefixes.evaluateAll((hosts) =>
      hosts.map((host) => host.dataset['prefix']),
    );
    expect(shown).toContain(`${READABLE}:${port}/`);
    expect(shown).not.toContain(`${MUNICH}:${port}/`);
    await page.goto(`/admin/links/${encodeURIComponent(`${MUNICH}/a`)}`);
    const heading = page.getByRole('heading', { level: 1 }).getByRole('button');
    expect(await heading.textContent()).toBe(`${READABLE}:${port}/a`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await heading.click();
    await button(page, linkWords.en.copied).waitFor();
    // Programs that cannot convert the name take the copy, too.
    expect(await readClipboard(page)).toBe(`http://${MUNICH}:${port}/a`);
    expect(faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);

testInAll(
  'the page of a link shows domains only if the link had several',
  async () => {
    await using site = await openWithClicks();
    const text = statsWords.en;
    const links = await listAll(site, site.token);
    const { id } = links.find(({ domain }) => domain === GO)!;
    const visitor = await openAdmin(browser, site, `links/${encodeURIComponent(`${GO}/a`)}`);
    const { page } = visitor;
    const domains = page.getByRole('region', { name: text.domains, exact: true });
    await row(page, text.technology, 'Chrome').waitFor();
    expect(await domains.count()).toBe(0);

    await site.call(updateLink, { id, domain: '', short_url: 'b' }, site.token);
    await visit(site, 'b', [{ agent: 'chrome' }]);
    await page.goto('/admin/links/b');
    await row(page, text.domains, new URL(site.url).host).waitFor();
    expect(await row(page, text.domains, GO).textContent()).toMatch(/3.*75\s?%/);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);
