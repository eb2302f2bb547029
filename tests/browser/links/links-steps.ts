import type { Browser, Locator, Page } from 'playwright-core';
import { createLink } from '../../../contracts/links/links.ts';
import type { SetUpSite } from '../admin-page.ts';
import { VisitorPage, type PageOptions } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

interface NewLink {
  readonly short_url: string;
  readonly long_url?: string;
  readonly title?: string;
  readonly description?: string;
  readonly note?: string;
  readonly tags?: string[];
  readonly ttl_days?: number;
  readonly shows_numbers?: number;
  readonly rules?: readonly object[];
  readonly domain?: string;
}

/** Creates links; the last one is the newest. */
export async function addLinks(site: SetUpSite, links: readonly NewLink[]): Promise<void> {
  for (const link of links) {
    const long_url = `https://example.com/${link.short_url}`;
    const { code, msg } = await site.call(createLink, { long_url, ...link }, site.token);
    if (code !== 200) throw new Error(msg);
  }
}

/** The user agent of the browser without its mark of a headless one. */
export function userAgentOf(browser: Browser): string {
  return `Mozilla/5.0 (X11; Linux x86_64) Chrome/${browser.version()} Safari/537.36`;
}

/** Visits a short link a number of times with the browser's user agent. */
export async function visitWithBrowser(
  browser: Browser,
  site: SetUpSite,
  code: string,
  times: number,
): Promise<void> {
  for (let visit = 0; visit < times; visit += 1) {
    await site.fetch(`/${code}`, { headers: { 'User-Agent': userAgentOf(browser) } });
  }
}

/** Opens the home page with a login. */
export async function openHome(
  browser: Browser,
  site: SetUpSite,
  options?: PageOptions,
): Promise<VisitorPage> {
  const visitor = await VisitorPage.open(browser, site.url, options);
  const { page } = visitor;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.logIn(site.token);
  await page.goto('/');
  await page.locator('form').waitFor();
  return visitor;
}

/** The rows of the list, or its cards. */
export function rows(page: Page): Locator {
  return page.locator('[data-link]');
}

/** Opens the sheet that a phone has in place of some tools. Returns false in a wide window. */
export async function openTools(page: Page): Promise<boolean> {
  const tools = page.getByRole('button', { name: /^(Sort, select and more|排序、选择等)$/ });
  const isPhone = await tools.isVisible();
  if (isPhone) await tools.click();
  return isPhone;
}

/** Shows the checkboxes of the rows. A wide window always does. */
export async function startSelecting(page: Page): Promise<void> {
  if (!(await openTools(page))) return;
  await page.getByRole('button', { name: /^(Select links|选择链接)$/ }).click();
  await page.getByRole('grid').getByRole('checkbox').first().waitFor();
}

/** Waits until the list shows exactly these codes, in this order. */
export async function waitForCodes(page: Page, codes: readonly string[]): Promise<void> {
  await waitUntil(page, () => page.locator('.links-code-text').allTextContents(), [...codes]);
}

/** The row of a code. */
export function row(page: Page, code: string): Locator {
  return rows(page).filter({ has: page.getByText(code, { exact: true }) });
}

export async function chooseAction(page: Page, code: string, action: string): Promise<void> {
  await row(page, code).locator('[aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Waits until the focus is on or in an element. */
export async function waitForFocus(locator: Locator): Promise<void> {
  const holdsFocus = (): Promise<boolean> =>
    locator.evaluate((element) => element.contains(element.ownerDocument.activeElement));
  await waitUntil(locator.page(), holdsFocus, true);
}

/** Presses Tab, or another key, until an element has the focus. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowRight' = 'Tab',
): Promise<void> {
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error('the focus does not come there');
}
