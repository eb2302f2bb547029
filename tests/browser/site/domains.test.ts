import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { addDomain, listDomains, type ListedDomain } from '../../../contracts/domains.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { domainWords } from './domains-words.ts';
import { linkWords } from '../link/link-words.ts';
import {
  chooseAction,
  row,
  tabTo,
  userAgentOf,
  waitForCodes,
  waitForFocus,
} from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { button, field, readClipboard } from '../steps.ts';
import { desktop, launchBrowser, looks, phone } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const HOST = 'go.example';

/** The DNS of the tests knows no domain. */
async function answerChecks(page: Page, answer: object): Promise<void> {
  await page.route('**/api/domains/check', (route) =>
    route.fulfill({ json: { code: 200, msg: 'success', data: answer } }),
  );
}

const nowhere = { https: 'no-address', http: 'no-address', reason: 'ENOTFOUND' };

async function listed(site: SetUpSite): Promise<ListedDomain[]> {
  return (await site.call(listDomains, {}, site.token)).data as ListedDomain[];
}

async function openWithDomain(): Promise<SetUpSite> {
  const site = await openSetUpSite();
  await site.call(addDomain, { host: HOST }, site.token);
  return site;
}

/** The field for the domain of a link, or of the list. */
function choice(page: Page) {
  return page.getByRole('combobox', { name: domainWords.en.domain, exact: true });
}

function addLink(site: SetUpSite, short_url: string, domain: string) {
  const long_url = `https://example.com/${domain}/${short_url}`;
  return site.call(createLink, { long_url, short_url, domain, title: 'x' }, site.token);
}

test.each(firstInShort(looks.filter(({ viewport }) => viewport === desktop)))(
  'a domain is added, used and deleted by keyboard: %j',
  async (look) => {
    await using site = await openSetUpSite();
    const [text, list] = [domainWords[look.language], linksWords[look.language]];
    const visitor = await openAdmin(browser, site, 'list', look);
    const { page, faults } = visitor;
    await answerChecks(page, nowhere);
    await page.getByRole('navigation').getByRole('link', { name: text.domains }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: text.empty }).waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);

    await button(page, text.add).focus();
    await page.keyboard.press('Enter');
    await waitForFocus(page.getByRole('dialog').getByRole('textbox'));
    await page.keyboard.type('go.example/a');
    await page.keyboard.press('Enter');
    await page.getByText(text.invalid).waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('https://GO.example/');
    await page.keyboard.press('Enter');
    await waitForFocus(page.getByRole('heading', { name: HOST }));
    // A new domain is checked at once, and its lines are open.
    await page.getByText(text.nowhere).waitFor();
    await button(page, text.copyDns(HOST)).waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);

    await page.goto('/admin/list?new=1&url=https://example.com/one&title=One');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text.domain).selectOption(HOST);
    await dialog.getByLabel(list.customCode).fill('one');
    await page.keyboard.press('Enter');
    await row(page, 'one').waitFor();
    const [link] = await listAll(site, site.token);
    expect([link!.domain, link!.short_url]).toEqual([HOST, 'one']);

    await page.goto('/admin/domains');
    await tabTo(page, button(page, text.delete(HOST)));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: text.hasLinks(HOST) }).waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);
    await tabTo(page, button(page, text.showLinks));
    await page.keyboard.press('Enter');
    await page.getByText(text.filter(HOST)).waitFor();
    await waitForCodes(page, ['one']);
    await chooseAction(page, 'one', linkWords[look.language].deleteIt);
    await page.getByRole('dialog').getByRole('button').last().click();
    await waitForCodes(page, []);

    await page.goto('/admin/domains');
    await button(page, text.delete(HOST)).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text.delete(HOST) })
      .click();
    await page.getByRole('dialog', { name: text.inBin(HOST) }).waitFor();
    await button(page, text.openBin).click();
    await page.locator('.bin-item').waitFor();
    expect(await page.locator('.bin-code').textContent()).toBe(`${HOST}/one`);
    await page.locator('.bin-actions button').last().click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.locator('.bin-item').waitFor({ state: 'detached' });

    await page.goto('/admin/domains');
    await button(page, text.delete(HOST)).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text.delete(HOST) })
      .click();
    await page.getByText(text.deleted(HOST)).waitFor();
    await waitForFocus(page.getByRole('heading', { level: 1 }));
    expect(await listed(site)).toEqual([]);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll.each(looks)(
  'the page of domains has no axe violation, open and closed: %j',
  async (look) => {
    await using site = await openSetUpSite();
    for (const host of ['münchen.example', HOST]) {
      await site.call(addDomain, { host }, site.token);
    }
    await addLink(site, 'a', HOST);
    const text = domainWords[look.language];
    const visitor = await openAdmin(browser, site, 'domains', look);
    const { page } = visitor;
    await answerChecks(page, { https: 'private', http: 'private', reason: '10.0.0.1 is private' });
    await page.getByRole('heading', { name: 'münchen.example' }).waitFor();
    await page.getByText('münchen.example/a').waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);
    await button(page, text.check(HOST)).click();
    await page.getByText(text.private).waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await visitor.findAxeViolations()).toEqual([]);
    const isWide = 'document.documentElement.scrollWidth > innerWidth';
    expect(await page.evaluate(isWide)).toBe(false);
    if (look.viewport === phone) return;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, text.copyDns(HOST)).click();
    expect(await readClipboard(page)).toBe(`${HOST}. A ${new URL(site.url).hostname}`);
  },
  300_000,
);

testInAll(
  'home page and unknown links of a domain are set and emptied',
  async () => {
    await using site = await openWithDomain();
    const text = domainWords.en;
    const { page, faults } = await openAdmin(browser, site, 'domains');
    await page.locator('summary', { hasText: text.targets }).click();
    const visit = async (path: string) => {
      const answer = await site.fetch(path, { headers: { host: HOST } });
      return answer.headers.get('location') ?? answer.status;
    };
    await field(page, text.home).fill('not a url');
    await button(page, text.save(HOST)).click();
    await waitForFocus(field(page, text.home));
    await page.getByText(linksWords.en.urlInvalid).waitFor();
    await field(page, text.home).fill('shop.example');
    await field(page, text.missing).fill('https://shop.example/lost');
    await page.keyboard.press('Enter');
    await page.getByText(text.saved).waitFor();
    expect([await visit('/'), await visit('/b')]).toEqual([
      'https://shop.example/',
      'https://shop.example/lost',
    ]);
    await field(page, text.home).fill('');
    await page.keyboard.press('Enter');
    await waitUntil(page, () => visit('/'), 404);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'the page of a link on another domain survives a reload, a move and Back',
  async () => {
    await using site = await openWithDomain();
    await addLink(site, 'same', '');
    await addLink(site, 'same', HOST);
    const text = linkWords.en;
    const { page, faults } = await openAdmin(browser, site, `links/${HOST}%2Fsame`);
    const port = new URL(site.url).port;
    const heading = page.getByRole('heading', { level: 1 });
    await waitUntil(page, () => heading.textContent(), `${HOST}:${port}/same`);
    await page.reload();
    await page.getByText(`example.com/${HOST}/same`).waitFor();
    await page.getByRole('link', { name: text.settings, exact: true }).click();
    await choice(page).waitFor();
    await page.goBack();
    await choice(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/admin/links/${HOST}%2Fsame`);
    await page.goForward();
    await choice(page).selectOption('');
    await page.keyboard.press('ControlOrMeta+s');
    // The main domain has this code.
    await page.getByText(linksWords.en.codeTaken).waitFor();
    await page.getByLabel(text.code).fill('moved');
    await page.keyboard.press('ControlOrMeta+s');
    await page.waitForURL('**/admin/links/moved/settings');
    await choice(page).selectOption(HOST);
    await page.keyboard.press('ControlOrMeta+s');
    await page.waitForURL(`**/admin/links/${HOST}%2Fmoved/settings`);
    expect((await site.fetch('/moved', { headers: { host: HOST } })).headers.get('location')).toBe(
      `https://example.com/${HOST}/same`,
    );
    expect(faults).toEqual([]);
  },
  300_000,
);

test('a filter of the list shows one domain, also the main one, and its link is deleted', async () => {
  await using site = await openWithDomain();
  await addLink(site, 'same', '');
  await addLink(site, 'same', HOST);
  const { page, faults } = await openAdmin(browser, site, 'list');
  await waitForCodes(page, ['same', 'same']);
  await button(page, 'Filter').click();
  await choice(page).selectOption('');
  await waitForCodes(page, ['same']);
  expect(new URL(page.url()).search).toBe('?domain=');
  await choice(page).selectOption(HOST);
  await page.getByText(domainWords.en.filter(HOST)).waitFor();
  await page.reload();
  await waitForCodes(page, ['same']);
  await chooseAction(page, 'same', linkWords.en.deleteIt);
  await page.getByRole('dialog').getByRole('button').last().click();
  await waitForCodes(page, []);
  expect((await listAll(site, site.token)).map(({ domain }) => domain)).toEqual(['']);
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'a pasted short link of another domain finds its link, in the list and in the palette',
  async () => {
    await using site = await openWithDomain();
    await addLink(site, 'same', '');
    await addLink(site, 'same', HOST);
    const { page, faults } = await openAdmin(browser, site, 'list');
    await waitForCodes(page, ['same', 'same']);
    await page.getByRole('searchbox').fill(`http://${HOST}:8080/same`);
    await waitForCodes(page, ['same']);
    await page.getByText(`example.com/${HOST}/same`).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').last().fill(`${HOST}/sa`);
    await page.getByRole('option', { name: `${HOST}/same` }).click();
    await page.waitForURL(`**/admin/links/${HOST}%2Fsame`);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a link for an unknown code is created on the domain that visitors asked',
  async () => {
    await using site = await openWithDomain();
    await site.fetch('/lost', { headers: { host: HOST, 'user-agent': userAgentOf(browser) } });
    const { page, faults } = await openAdmin(browser, site, 'stats');
    await page
      .locator('.site-list-row', { hasText: `${HOST}/lost` })
      .getByRole('link')
      .click();
    const dialog = page.getByRole('dialog');
    await waitUntil(page, () => dialog.getByLabel(domainWords.en.domain).inputValue(), HOST);
    expect(await dialog.getByLabel(linksWords.en.customCode).inputValue()).toBe('lost');
    expect(faults).toEqual([]);
  },
  300_000,
);
