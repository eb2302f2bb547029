import type { Locator, Page } from 'playwright-core';
import { admin } from '../journeys/test-site.ts';
import type { Words } from './words.ts';

export function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

export async function writeClipboard(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}

export async function readClipboard(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()');
}

/** Fills the set-up form, and submits it with Enter. */
export async function fillSetUp(page: Page, text: Words): Promise<void> {
  await field(page, text.username).fill(admin.username);
  await field(page, text.email).fill(admin.email);
  await page.getByLabel(text.password, { exact: true }).fill(admin.password);
  await page.getByLabel(text.repeat, { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
}

/** Fills the login form, and submits it with Enter. */
export async function fillLogin(page: Page, text: Words): Promise<void> {
  await field(page, text.username).fill(admin.username);
  await page.getByLabel(text.password, { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
}
