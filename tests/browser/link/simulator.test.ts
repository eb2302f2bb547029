import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { visitors } from '../../../web/links/routing/visitors.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { changeLink } from './link-page-steps.ts';
import { openSection, openSettings, routingWords } from './link-routing-steps.ts';
import { linkWords } from './link-words.ts';
import { addLinks } from '../links/links-steps.ts';
import { launchBrowser } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const words = routingWords.en;
const text = linkWords.en;
const to = (name: string) => `https://example.com/${name}`;
const rules = [
  { when: { device: ['mobile'], language: ['zh'] }, target: to('zh-phones') },
  { when: { in_app: ['Instagram'] }, target: to('instagram') },
  { when: { system: ['Windows'], query: { ref: '*' } }, target: to('windows') },
  { when: { is_qr: 1 }, target: to('scan') },
  { when: { device: ['tablet'] }, target: to('tablets') },
];

test('the simulator and a real visit lead to the same target', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring' }]);
  await changeLink(site, 'spring', { rules });
  const { page, faults } = await openSettings(browser, site, 'spring');
  await openSection(page, 'where');
  await openSection(page, 'try');
  const visits = [
    { visitor: 'iphone', language: 'zh-CN', query: '', rule: 1 },
    { visitor: 'iphone', language: 'de', query: '', rule: null },
    { visitor: 'instagram', language: 'en', query: '', rule: 2 },
    { visitor: 'windows', language: 'en', query: 'ref=mail', rule: 3 },
    { visitor: 'windows', language: 'en', query: '', rule: null },
    { visitor: 'ipad', language: 'en', query: '', rule: 5 },
    { visitor: 'mac', language: 'en', query: 'qr', rule: 4 },
  ] as const;
  for (const { visitor, language, query, rule } of visits) {
    const answer = await site.fetch(`/spring${query === '' ? '' : `?${query}`}`, {
      headers: { 'User-Agent': visitors[visitor], 'Accept-Language': language },
    });
    const target = answer.headers.get('location');
    await page.getByLabel(words['try.visitor'], { exact: true }).selectOption(visitor);
    await page.getByLabel(words['condition.language'], { exact: true }).selectOption(language);
    await page.getByLabel(words['try.query'], { exact: true }).fill(query === 'qr' ? '' : query);
    await page.getByLabel(words['scan.yes'], { exact: true }).setChecked(query === 'qr');
    await waitUntil(page, () => page.locator('.try-target .mono').innerText(), target);
    const marked = page.locator('.rule[data-fits] .rule-number');
    await waitUntil(page, () => marked.allInnerTexts(), rule === null ? [] : [`${rule}.`]);
  }
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'a pasted user agent is tried, and the result says why',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    await changeLink(site, 'spring', { rules });
    const { page } = await openSettings(browser, site, 'spring');
    await openSection(page, 'try');
    await page.getByLabel(words['try.visitor'], { exact: true }).selectOption('pasted');
    await page.getByLabel(words['try.user.agent'], { exact: true }).fill(visitors.instagram);
    await page.getByText('Rule 2 fits: Inside Instagram', { exact: true }).waitFor();
    await page.getByText('HTTP status 302', { exact: true }).waitFor();
  },
  300_000,
);

testInAll(
  'the simulator tries the saved link, and follows a save',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const { page, faults } = await openSettings(browser, site, 'spring');
    const result = page.locator('.try-result');
    await openSection(page, 'try');
    await result.getByText(words['try.why.no.rules'], { exact: true }).waitFor();
    await openSection(page, 'when');
    await page.getByLabel(words['when.start']).fill('2090-01-01T00:00');
    await result.getByText(words['try.unsaved']).waitFor();
    await result.getByText(words['try.why.no.rules'], { exact: true }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText(text.saved).waitFor();
    await result.getByText(words['try.why.not-started'], { exact: true }).waitFor();
    expect(await result.getByText(words['try.unsaved']).count()).toBe(0);
    await page.getByLabel(words['try.at'], { exact: true }).fill('2090-01-02T00:00');
    await result.getByText(words['try.why.no.rules'], { exact: true }).waitFor();
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'password, card and in-app page are told',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const social = { title: 'Spring', description: '', image: '' };
    await changeLink(site, 'spring', { password: 'secret', in_app: 'ask', social });
    const { page } = await openSettings(browser, site, 'spring');
    const result = page.locator('.try-result');
    const visitor = page.getByLabel(words['try.visitor'], { exact: true });
    await openSection(page, 'try');
    await result.getByText(words['try.why.password'], { exact: true }).waitFor();
    await page.getByLabel(words['try.password'], { exact: true }).check();
    await result.getByText(words['try.why.no.rules'], { exact: true }).waitFor();
    await visitor.selectOption('card');
    await result.getByText(words['try.why.card'], { exact: true }).waitFor();
    await visitor.selectOption('wechat');
    await result.getByText(words['try.why.in-app'], { exact: true }).waitFor();
  },
  300_000,
);

testInAll(
  'the preview of a link leads its owner to the simulator, and hides that from visitors',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const owner = await openSettings(browser, site, 'spring');
    await owner.page.goto(`${site.url}spring+`);
    await owner.page.getByRole('link', { name: 'Try where a visit would lead' }).click();
    await owner.page.locator('.try-target').waitFor();
    expect(owner.faults).toEqual([]);
    const visitor = await browser.newPage();
    await visitor.goto(`${site.url}spring+`);
    expect(await visitor.locator('.owner').isVisible()).toBe(false);
    await visitor.close();
  },
  300_000,
);
