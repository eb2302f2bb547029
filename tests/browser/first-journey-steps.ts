import { expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { drain } from '../journeys/set-up-site.ts';
import { admin, type TestSite } from '../journeys/test-site.ts';
import { chooseAction, openTools, row, startSelecting, waitForCodes } from './links/links-steps.ts';
import { linksWords } from './links/links-words.ts';
import { button, field, fillSetUp } from './steps.ts';
import type { Language, VisitorPage } from './test-browser.ts';
import type { Words } from './words.ts';
import { waitForValue, waitUntil } from './wait.ts';

/** A new user of a new installation. */
export interface Journey {
  readonly site: TestSite;
  readonly visitor: VisitorPage;
  readonly language: Language;
  readonly text: Words;
  /** Checks the present page. */
  readonly check: () => Promise<void>;
}

export async function setUp({ visitor, language, text, check }: Journey): Promise<void> {
  const { page } = visitor;
  await page.goto('/');
  await page.waitForURL('**/init');
  await button(page, text.setUp).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe(language === 'zh' ? 'zh-CN' : 'en');
  await check();
  await fillSetUp(page, text);
  await page.waitForURL('**/login');
  await check();
  // The set-up logs the new account in.
  await page.waitForURL((url) => url.pathname === '/');
}

/** Creates a link on the home page, and returns it from the clipboard. */
export async function createAndCopy(journey: Journey, longUrl: string): Promise<string> {
  const { site, visitor, language, text, check } = journey;
  const { page } = visitor;
  // The field has the focus, so paste and Enter are enough.
  await page.getByRole('link', { name: text.admin }).waitFor();
  await expectFocus(page, text.longUrl);
  await page.keyboard.insertText(longUrl);
  await check();
  await page.keyboard.press('Enter');
  await button(page, text.copy).waitFor();
  await check();
  await button(page, text.copy).click();
  await button(page, linksWords[language].copied).waitFor();
  const input = field(page, text.longUrl);
  expect(await input.inputValue()).toBe('');
  await input.press('Control+V');
  await waitUntil(page, async () => (await input.inputValue()) !== '', true);
  const shortLink = await input.inputValue();
  expect(shortLink).toMatch(new RegExp(`^${site.url}[a-z2-9]{6}$`));
  return shortLink;
}

/** Expects the link in the list, with one click of a person. */
export async function findInList(journey: Journey, shortLink: string): Promise<void> {
  const { site, visitor, language, text, check } = journey;
  const { page } = visitor;
  await drain(site);
  await page.getByRole('link', { name: text.admin }).click();
  await page.waitForURL('**/admin/list');
  await page.getByText(shortLink.slice(site.url.length)).first().waitFor();
  await check();
  const people = language === 'zh' ? '真人 1 次' : '1 by people';
  const number = page.getByTitle(people, { exact: true });
  await number.waitFor();
  expect(await number.locator('.links-number').textContent()).toBe('1');
}

export async function addSecond({ visitor, text, check }: Journey): Promise<void> {
  const { page } = visitor;
  await button(page, text.addLink).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text.longUrl).fill('https://example.org/second');
  await dialog.getByLabel(text.title).fill('第二个 link');
  await check();
  if (page.viewportSize()!.width >= 768) {
    expect((await page.locator('.mantine-Modal-content').boundingBox())?.width).toBe(400);
  }
  await dialog.getByRole('button', { name: text.addLink }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('example.org/second').first().waitFor();
}

/** Visits a short link as another visitor, and expects its target. */
export async function follow(browser: Browser, shortLink: string, target: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(shortLink);
  expect(page.url()).toBe(target);
  await context.close();
}

/** Expects that the list filters while typing, and shows all links for an empty field. */
export async function searchAsTyped({ visitor, language }: Journey, code: string): Promise<void> {
  const { page } = visitor;
  const codes = await page.locator('.links-code-text').allTextContents();
  expect(codes).toHaveLength(2);
  const keyword = page.getByRole('searchbox', { name: linksWords[language].keyword });
  await keyword.pressSequentially(code.slice(0, 4));
  await waitForCodes(page, [code]);
  await keyword.fill('');
  await waitForCodes(page, codes);
}

export async function changeTarget(
  { visitor, language, text }: Journey,
  code: string,
  target: string,
): Promise<void> {
  const { page } = visitor;
  const { editLink, save, saved } = linksWords[language];
  await chooseAction(page, code, editLink);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text.longUrl).fill(target);
  await dialog.getByRole('button', { name: save }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('alert').getByText(saved).waitFor();
  await row(page, code).getByText(new URL(target).host).first().waitFor();
}

export async function deleteAndUndo(
  { visitor, language, text }: Journey,
  code: string,
): Promise<void> {
  const { page } = visitor;
  const codes = await page.locator('.links-code-text').allTextContents();
  await chooseAction(page, code, text.deleteOne);
  await page.getByRole('dialog').getByRole('button', { name: text.deleteOne }).click();
  await waitForCodes(
    page,
    codes.filter((other) => other !== code),
  );
  await button(page, linksWords[language].undo).click();
  // A notification stays while the pointer is on it.
  await page.mouse.move(0, 0);
  await waitForCodes(page, codes);
}

export async function deleteBoth({ visitor, text, check }: Journey): Promise<void> {
  const { page } = visitor;
  await openTools(page);
  await button(page, text.deleteSelected).click();
  await page.getByText(text.noneSelected).waitFor();
  await startSelecting(page);
  for (const box of await page.locator('[data-link]').getByRole('checkbox').all()) {
    await box.check();
  }
  await page.getByRole('button', { name: text.deleteSelected }).click();
  await page.getByRole('dialog').getByRole('button', { name: text.deleteTwo }).waitFor();
  await check();
  await page.getByRole('dialog').getByRole('button', { name: text.deleteTwo }).click();
  await page.getByText(text.noLinks).waitFor();
  await check();
}

export async function logOut({ visitor, text }: Journey): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: admin.username }).click();
  await page.getByRole('menuitem', { name: text.logOut }).click();
  await page.getByRole('dialog').getByRole('button', { name: text.logOut }).click();
  await page.waitForURL('**/login');
  await waitForValue(page, "localStorage.getItem('token')", null);
  expect(await page.evaluate('Object.keys(sessionStorage)')).not.toContain('app_info');
}

async function expectFocus(page: Page, label: string): Promise<void> {
  const labels = 'document.activeElement?.labels?.[0]?.textContent';
  await waitForValue(page, `${labels}?.includes(${JSON.stringify(label)})`, true);
}
