import type { Page } from 'playwright-core';
import type { TestSite } from '../../journeys/test-site.ts';
import type { VisitorPage } from '../test-browser.ts';
import type { Texts } from './texts.ts';

/** A page in a state: what a user sees after some steps. */
export interface PageState {
  /** Unique in the table. */
  readonly name: string;
  /** What the state shows: files of the page, and pages of the server by their names. */
  readonly shows: readonly string[];
  /** Opens the state from any other, and waits until it is complete. */
  readonly open: (at: Opening) => Promise<unknown>;
  /** Without a login. */
  readonly isGuest?: boolean;
  /** Only a window of this width has the state. Undefined: every window. */
  readonly only?: 'desktop' | 'phone';
  /** Its answers are faked, so that it takes none that the page has from before. */
  readonly isFaked?: boolean;
  /** Messages that the browser itself logs in the state, such as an HTTP status. */
  readonly logs?: RegExp;
}

/** What a state needs to open. */
export interface Opening {
  readonly site: TestSite & { readonly token: string };
  readonly visitor: VisitorPage;
  readonly page: Page;
  /** Whether the page may follow a link where a load, with all scripts, gives the same. */
  readonly mayFollow: boolean;
  /** The text of a key in the language of the page. */
  readonly t: Texts;
}

/** Opens a page of the site and waits for an element of it. */
export async function goTo(at: Opening, path: string, ready: string): Promise<void> {
  const { page } = at;
  if (at.mayFollow && path.startsWith('/admin/') && (await leaveForPlainPage(page))) {
    if (path !== PLAIN) {
      await followTo(page, path);
      await page.locator(plainContent).waitFor({ state: 'detached' });
    }
  } else {
    await page.goto(path);
  }
  await page.locator(ready).first().waitFor();
}

const PLAIN = '/admin/about';
const plainContent = '.about';

/** Follows a link to a page that shares nothing with others; false = something stayed open. */
async function leaveForPlainPage(page: Page): Promise<boolean> {
  if ((await page.locator('.shell').count()) === 0) return false;
  await followTo(page, PLAIN);
  await page.locator(plainContent).waitFor();
  return (await page.locator('[role=dialog], [role=menu], [role=alert], .toast').count()) === 0;
}

/** The router of the page hears of it. */
export function followTo(page: Page, path: string): Promise<unknown> {
  return page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}
