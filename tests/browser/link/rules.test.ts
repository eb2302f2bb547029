import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { changeLink, findLink } from './link-page-steps.ts';
import {
  addCondition,
  openSection,
  openSettings,
  readRules,
  routingWords,
} from './link-routing-steps.ts';
import { linkWords } from './link-words.ts';
import { addLinks, tabTo, waitForFocus } from '../links/links-steps.ts';
import { button } from '../steps.ts';
import { behaviorLanguages, launchBrowser } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = linkWords.en;
const words = routingWords.en;

function ruleTo(device: string) {
  return { when: { device: [device] }, target: `https://example.com/${device}` };
}

function announcement(page: Page): Promise<string> {
  return page.locator('.rules > output').innerText();
}

for (const language of behaviorLanguages) {
  test(`a rule with conditions is made by the keyboard alone: ${language}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const visitor = await openSettings(browser, site, 'spring', { language });
    const { page, faults } = visitor;
    const { keyboard } = page;
    const own = routingWords[language];
    await tabTo(page, page.getByRole('button', { name: own['section.where'] }));
    await keyboard.press('Enter');
    await button(page, own['rule.add']).waitFor();
    await tabTo(page, button(page, own['rule.add']));
    await keyboard.press('Enter');
    await waitForFocus(page.locator('.rule-condition-add').first());

    await addCondition(page, own['condition.device']);
    await waitForFocus(page.locator('[data-kind=device]'));
    await keyboard.press('Space');
    await addCondition(page, own['condition.country']);
    await waitForFocus(page.locator('[data-kind=country]'));
    await keyboard.type(language === 'zh' ? '德国' : 'Germ');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await addCondition(page, own['condition.hours']);
    await waitForFocus(page.locator('[data-kind=hours]'));
    await tabTo(page, page.getByLabel(own['rule.target'], { exact: true }));
    await keyboard.type('example.com/de');
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const sentence = {
      en: /^1\. On phones, in Germany, on weekdays 09:00–17:00 /,
      zh: /^1\. 使用手机，来自德国，工作日 09:00–17:00（/,
    }[language];
    expect((await readRules(page))[0]).toMatch(sentence);

    await keyboard.press('Control+s');
    await page.getByText(linkWords[language].saved).waitFor();
    expect((await findLink(site, 'spring')).rules).toEqual([
      {
        when: {
          device: ['mobile'],
          country: ['DE'],
          hours: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00', time_zone: zone },
        },
        target: 'https://example.com/de',
      },
    ]);
    // The card stays open, and its field keeps the focus.
    await waitForFocus(page.getByLabel(own['rule.target'], { exact: true }));
    expect(await visitor.findAxeViolations()).toEqual([]);
    expect(faults).toEqual([]);
  }, 300_000);
}

testInAll(
  'Alt with an arrow and the buttons move a rule, which keeps the focus',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    await changeLink(site, 'spring', { rules: ['mobile', 'tablet', 'desktop'].map(ruleTo) });
    const { page, faults } = await openSettings(browser, site, 'spring');
    const { keyboard } = page;
    await openSection(page, 'where');
    await page.getByRole('button', { name: '1. On phones' }).focus();
    await keyboard.press('Alt+ArrowDown');
    await waitUntil(page, () => readRules(page), [
      '1. On tablets',
      '2. On phones',
      '3. On computers',
    ]);
    await waitForFocus(page.getByRole('button', { name: '2. On phones' }));
    expect(await announcement(page)).toBe('Rule 1 is now 2 of 3');
    await keyboard.press('Alt+ArrowDown');
    await keyboard.press('Alt+ArrowDown');
    await waitUntil(page, () => announcement(page), 'Rule 3 is already last');

    const up = button(page, 'Move rule 3 up');
    await up.press('Enter');
    await waitForFocus(button(page, 'Move rule 2 up'));
    expect(await readRules(page)).toEqual(['1. On tablets', '2. On phones', '3. On computers']);
    await page.getByText('Rules changed', { exact: true }).waitFor();
    await keyboard.press('Control+s');
    await page.getByText(text.saved).waitFor();
    expect((await findLink(site, 'spring')).rules.map(({ when }) => when.device)).toEqual([
      ['tablet'],
      ['mobile'],
      ['desktop'],
    ]);
    await waitForFocus(button(page, 'Move rule 2 up'));

    await button(page, 'Remove rule 1').press('Enter');
    await waitForFocus(page.getByRole('button', { name: '1. On phones' }));
    await button(page, text.discard).click();
    expect(await readRules(page)).toEqual(['1. On tablets', '2. On phones', '3. On computers']);
    expect(faults).toEqual([]);
  },
  300_000,
);

test('a pointer drags a rule, and Escape puts it back', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring' }]);
  await changeLink(site, 'spring', { rules: ['mobile', 'tablet', 'desktop'].map(ruleTo) });
  const { page, faults } = await openSettings(browser, site, 'spring');
  const { mouse } = page;
  await openSection(page, 'where');
  const grips = page.locator('.rule-grip');
  const drag = async (from: number, to: number) => {
    await page.locator('.rules').scrollIntoViewIfNeeded();
    const [start, end] = [await grips.nth(from).boundingBox(), await grips.nth(to).boundingBox()];
    await mouse.move(start!.x + 8, start!.y + 8);
    await mouse.down();
    await mouse.move(end!.x + 8, end!.y + 12, { steps: 5 });
    await page.locator('.rules-list[data-dragging]').waitFor();
  };
  await drag(2, 0);
  await mouse.up();
  const moved = ['1. On computers', '2. On phones', '3. On tablets'];
  await waitUntil(page, () => readRules(page), moved);
  await drag(0, 1);
  await page.keyboard.press('Escape');
  await mouse.up();
  expect(await readRules(page)).toEqual(moved);
  await drag(0, 1);
  await mouse.up();
  await waitUntil(page, () => readRules(page), [
    '1. On phones',
    '2. On computers',
    '3. On tablets',
  ]);
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'an error stands at its rule, also one of the server and after a move',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    await changeLink(site, 'spring', { rules: ['mobile', 'tablet'].map(ruleTo) });
    const { page, faults } = await openSettings(browser, site, 'spring');
    await openSection(page, 'where');
    const toggle = page.getByRole('button', { name: '2. On tablets' });
    await toggle.click();
    const target = page.getByLabel(words['rule.target'], { exact: true });
    await target.fill('');
    await toggle.click();
    await button(page, text.save).click();
    await page.locator('.rule').nth(1).getByText(words['rule.target.empty']).waitFor();
    await waitForFocus(target);

    // The site itself is a target that only the server refuses.
    await target.fill(site.url);
    await toggle.click();
    await target.waitFor({ state: 'detached' });
    await button(page, text.save).click();
    const card = page.locator('.rule', { hasText: 'On tablets' });
    await card.locator('.mantine-Input-error, [class*=error]').first().waitFor();
    await waitForFocus(target);
    expect(await page.locator('.rule').first().locator('input').count()).toBe(0);
    await page.getByRole('button', { name: '2. On tablets' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await waitUntil(page, () => readRules(page), ['1. On tablets', '2. On phones']);
    await page.locator('.rule').first().getByLabel(words['rule.target'], { exact: true }).waitFor();
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'switching the language keeps unsaved rules, but no password',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    await changeLink(site, 'spring', { rules: ['mobile', 'tablet'].map(ruleTo) });
    const { page } = await openSettings(browser, site, 'spring');
    await openSection(page, 'where');
    await button(page, 'Remove rule 1').click();
    await openSection(page, 'who');
    await page.getByRole('textbox', { name: 'Password' }).fill('secret');
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByText('已修改：规则', { exact: true }).waitFor();
    await openSection(page, 'where');
    expect(await readRules(page)).toEqual(['1. 使用平板']);
  },
  300_000,
);
