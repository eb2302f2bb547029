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
  /** Messages that the browser itself logs in the state, such as an HTTP status. */
  readonly logs?: RegExp;
}

/** What a state needs to open. */
export interface Opening {
  readonly site: TestSite & { readonly token: string };
  readonly visitor: VisitorPage;
  readonly page: Page;
  /** The text of a key in the language of the page. */
  readonly t: Texts;
}

/** Opens a page of the site and waits for an element of it. */
export async function goTo({ page }: Opening, path: string, ready: string): Promise<void> {
  await page.goto(path);
  await page.locator(ready).first().waitFor();
}
