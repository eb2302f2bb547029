import type { Browser, Locator, Page } from 'playwright-core';
import { texts as en } from '../../web/link/routing/locales/en.ts';
import { texts as zh } from '../../web/link/routing/locales/zh.ts';
import { openAdmin, type SetUpSite } from './admin-page.ts';
import type { PageOptions, VisitorPage } from './test-browser.ts';
import { waitForFocus } from './links-steps.ts';

export const routingWords = { en, zh } as const;

/** Opens the settings of a link. */
export async function openSettings(
  browser: Browser,
  site: SetUpSite,
  code: string,
  options?: PageOptions,
): Promise<VisitorPage> {
  const visitor = await openAdmin(browser, site, `links/${code}/settings`, options);
  await visitor.page.locator('.routing-toggle').first().waitFor();
  return visitor;
}

export function section(page: Page, name: string): Locator {
  return page.locator(`[data-section=${name}]`);
}

/** Opens a section and waits for its fields. */
export async function openSection(page: Page, name: string): Promise<Locator> {
  const found = section(page, name);
  await found.locator('.routing-toggle').click();
  await found.locator('.routing-fields').locator('input, button, select').first().waitFor();
  return found;
}

/** What a closed section says is set. */
export function summary(page: Page, name: string): Promise<string> {
  return section(page, name).locator('.routing-summary').innerText();
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

async function hasFocus(target: Locator): Promise<boolean> {
  if ((await target.count()) === 0) return false;
  return target.evaluate('(element) => element === document.activeElement');
}

/** The sentences of the rules, in their order. */
export async function readRules(page: Page): Promise<string[]> {
  return page.locator('.rule-toggle').allInnerTexts();
}

/** Adds a condition to the only open rule by the keyboard. */
export async function addCondition(page: Page, name: string): Promise<void> {
  const add = page.locator('.rule-condition-add');
  await add.focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name, exact: true });
  await item.waitFor();
  await tabToItem(page, item);
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'detached' });
}

async function tabToItem(page: Page, item: Locator): Promise<void> {
  await waitForFocus(page.getByRole('menu'));
  for (let presses = 0; presses < 12; presses += 1) {
    if (await hasFocus(item)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error('the arrow keys do not reach the condition');
}
