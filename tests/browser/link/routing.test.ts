import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { changeLink, findLink } from './link-page-steps.ts';
import {
  everything,
  openSection,
  openSettings,
  routingWords,
  summary,
} from './link-routing-steps.ts';
import { linkWords } from './link-words.ts';
import { addLinks, waitForFocus } from '../links/links-steps.ts';
import { button } from '../steps.ts';
import { launchBrowser, looks } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = linkWords.en;
const words = routingWords.en;
const sections = ['where', 'when', 'who', 'looks', 'apps', 'statistics', 'try'];

for (const look of looks) {
  const name = `${look.language}, ${look.scheme}, ${look.viewport.width}`;
  testInAll(
    `the sections, closed and open, have no axe violations and fit: ${name}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'spring' }]);
      await changeLink(site, 'spring', everything);
      const visitor = await openSettings(browser, site, 'spring', look);
      const { page } = visitor;
      expect(await visitor.findAxeViolations()).toEqual([]);
      for (const part of sections) await openSection(page, part);
      for (const card of await page.locator('.rule-toggle').all()) await card.click();
      await page.locator('.try-why').waitFor();
      expect(await visitor.findAxeViolations()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.viewport.width);
      expect(visitor.faults).toEqual([]);
    },
    300_000,
  );
}

test('times, limit, fallback, card and apps are saved with the form', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring' }]);
  const { page, faults } = await openSettings(browser, site, 'spring');
  const { keyboard } = page;
  await openSection(page, 'when');
  await page.getByLabel(words['when.start']).fill('2030-12-01T08:30');
  await page.getByLabel(words['when.clicks']).fill('1,000');
  await page.getByLabel(words['when.fallback']).fill('example.com/over');
  await openSection(page, 'looks');
  await page.getByLabel(words['looks.card.title']).fill('Spring sale');
  await page.getByLabel(words['looks.image']).fill('https://cdn.example/card.png');
  await page.getByText('Image from cdn.example').waitFor();
  await openSection(page, 'apps');
  await page.getByLabel(words['apps.ask'], { exact: true }).check();
  await page
    .getByText('Start, click limit, fallback URL, link preview card, and in-app browsers')
    .waitFor();
  await keyboard.press('Control+s');
  await page.getByText(text.saved).waitFor();
  const link = await findLink(site, 'spring');
  expect(link).toMatchObject({
    starts_at: new Date(2030, 11, 1, 8, 30).getTime() / 1000,
    max_clicks: 1000,
    fallback_url: 'https://example.com/over',
    social: { title: 'Spring sale', description: '', image: 'https://cdn.example/card.png' },
    in_app: 'ask',
    state: 'scheduled',
  });
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'a password is set, kept, changed and removed, and never shown',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const { page, faults } = await openSettings(browser, site, 'spring');
    const who = await openSection(page, 'who');
    const save = async () => {
      await page.keyboard.press('Control+s');
      await button(page, text.save).waitFor({ state: 'hidden' });
    };
    await page
      .locator('input')
      .and(page.getByLabel('Password', { exact: true }))
      .fill('first secret');
    await save();
    await who.getByText(words['who.set']).waitFor();
    expect((await findLink(site, 'spring')).has_password).toBe(true);
    expect(await page.content()).not.toContain('first secret');

    await button(page, words['who.change']).press('Enter');
    const field = page.getByLabel('New password', { exact: true });
    await waitForFocus(field);
    await button(page, words['who.keep']).press('Enter');
    await waitForFocus(button(page, words['who.change']));
    await button(page, words['who.change']).press('Enter');
    await field.fill('second secret');
    await save();

    await button(page, words['who.remove']).press('Enter');
    await who.getByText(words['who.removed']).waitFor();
    await waitUntil(page, () => summary(page, 'who'), words['section.plain.who']);
    await waitForFocus(button(page, words['who.keep']));
    await save();
    expect((await findLink(site, 'spring')).has_password).toBe(false);

    await page.getByRole('main').getByRole('link', { name: text.history, exact: true }).click();
    await page.locator('.edit').nth(2).waitFor();
    expect(await page.locator('.change-values').allInnerTexts()).toEqual([
      expect.stringMatching(/Set[^]*No password/) as string,
      expect.stringMatching(/Set[^]*New password/) as string,
      expect.stringMatching(/No password[^]*Set/) as string,
    ]);
    expect(faults).toEqual([]);
  },
  300_000,
);
