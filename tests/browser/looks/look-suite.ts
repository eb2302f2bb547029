import { afterAll, beforeAll, describe, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { chooseForRun } from '../../support/test-run.ts';
import { test } from '../browser-test.ts';
import { desktop, launchBrowser, phone, VisitorPage, type Look } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';
import type { Opening, PageState } from './page-state.ts';
import { collectTexts, isUntranslated, textsOf } from './texts.ts';

/** Differs from the look of the other tests in everything. */
const farLook: Look = { language: 'zh', scheme: 'dark', viewport: phone };
const usualLook: Look = { language: 'en', scheme: 'light', viewport: desktop };

/** Each state opens in these looks; an open page then changes to the others. */
const openingLooks = chooseForRun([farLook], [farLook, usualLook]);

/** A small phone, and a desktop at 200 %. */
const narrowWidths = { [phone.width]: 320, [desktop.width]: 640 };

/** The states of a window; in a short run those that show a page, dialog or menu first. */
function chooseStates(states: readonly PageState[], width: 'phone' | 'desktop') {
  const shown = new Set<string>();
  const possible = states.filter(({ only = width }) => only === width);
  const first = possible.filter(({ shows }) => {
    const before = shown.size;
    for (const part of shows) shown.add(part);
    return shown.size > before;
  });
  return chooseForRun(first, possible).map((state) => [state.name, state] as const);
}

/** Registers a test for each state, on one site and one page per language. */
export function testLooks(
  states: readonly PageState[],
  openSite: (browser: Browser) => Promise<Opening['site']>,
): void {
  let browser: Browser;
  let site: Opening['site'];
  beforeAll(async () => {
    browser = await launchBrowser();
    site = await openSite(browser);
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await site[Symbol.asyncDispose]();
  });

  for (const look of openingLooks) {
    const { language, viewport } = look;
    describe(`${language}, ${look.scheme}, ${viewport.width} wide`, () => {
      let visitor: VisitorPage;
      /** Who is signed in on the open page; null = no page with the site's own answers is open. */
      let shown: 'guest' | 'owner' | null = null;
      beforeAll(async () => {
        visitor = await VisitorPage.open(browser, site.url, look);
        await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await visitor.logIn(site.token);
      }, 300_000);
      afterAll(() => visitor.close());

      const width = viewport === phone ? 'phone' : 'desktop';
      test.each(chooseStates(states, width))(
        '%s looks right',
        async (_, { open, logs, isGuest = false, isFaked = logs !== undefined }) => {
          const { page } = visitor;
          const reader = isGuest ? 'guest' : 'owner';
          const mayFollow = look === openingLooks[0] && shown === reader && !isFaked;
          shown = null;
          // A page of the administrator would still ask, without its token.
          if (isGuest && !mayFollow) await page.goto(`${site.url}robots.txt`);
          visitor.faults.length = 0;
          try {
            await page.evaluate(
              `localStorage.${isGuest ? "removeItem('token'" : `setItem('token', '${site.token}'`})`,
            );
            await open({ site, visitor, page, mayFollow, t: textsOf(language) });
            await expectLooks(visitor, look);
          } finally {
            await setBack(page, look);
          }
          expect(visitor.faults.filter((fault) => logs?.test(fault) !== true)).toEqual([]);
          shown = isFaked ? null : reader;
        },
        300_000,
      );
    });
  }
}

async function setBack(page: Page, { scheme, viewport }: Look): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setExtraHTTPHeaders({});
  await page.emulateMedia({ colorScheme: scheme, forcedColors: 'none' });
  await page.setViewportSize(viewport);
}

/** Expects nothing wrong with the open page in its look and, in a whole run, in all others. */
async function expectLooks(visitor: VisitorPage, look: Look): Promise<void> {
  const { page } = visitor;
  const { language, scheme, viewport } = look;
  expect(await page.getAttribute('html', 'lang')).toStartWith(language);
  const texts = await page.evaluate<string[]>(collectTexts);
  expect(texts.filter((text) => isUntranslated(text, language))).toEqual([]);
  expect(await visitor.findAxeViolations()).toEqual([]);
  await expectFit(visitor, viewport.width);
  await expectFit(visitor, narrowWidths[viewport.width]!);
  if (openingLooks.length === 1) return;

  const other = scheme === 'dark' ? 'light' : 'dark';
  const before = await page.evaluate<string>(readBackground);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: other });
  await waitUntil(page, async () => (await page.evaluate(readBackground)) !== before, true);
  expect(await visitor.findAxeViolations()).toEqual([]);
  await page.evaluate(markFilled);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.evaluate<string[]>(findFrameless)).toEqual([]);
  expect(await visitor.findAxeViolations()).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await expectFit(visitor, viewport === phone ? desktop.width : phone.width);
  expect(await visitor.findAxeViolations()).toEqual([]);
}

const readBackground = `[document.documentElement, document.body]
  .map((element) => getComputedStyle(element).backgroundColor).join()`;

/** Marks buttons and links with a background. The skip link appears only with the focus. */
const markFilled = `document.querySelectorAll('a:not(.skip-link), button').forEach((element) => {
  const { backgroundColor } = getComputedStyle(element);
  element.toggleAttribute('data-filled', !/^rgba\\(.*, 0\\)$/.test(backgroundColor));
})`;

/** Forced colors remove backgrounds: a filled button without a frame would look like text. */
const findFrameless = `Array.from(document.querySelectorAll('[data-filled]'))
  .filter((element) => {
    const { borderTopStyle, outlineStyle } = getComputedStyle(element);
    return borderTopStyle === 'none' && outlineStyle === 'none';
  })
  .map(({ outerHTML }) => outerHTML)`;

/** What is wider than the window, or holds more than its width: the page and overlays. */
const findWide = `[
  document.scrollingElement,
  ...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox], [role=alert]'),
].flatMap((element) => {
  const { left, right } = element.getBoundingClientRect();
  const { scrollWidth, clientWidth } = element;
  const isCut = getComputedStyle(element).overflowX === 'hidden';
  if (left >= 0 && right <= innerWidth && (isCut || scrollWidth <= clientWidth + 1)) return [];
  const size = [left, right, scrollWidth, clientWidth, innerWidth].join(' ');
  return [element.localName + '.' + element.className + ' ' + size];
})`;

async function expectFit({ page }: VisitorPage, width: number): Promise<void> {
  const { height } = page.viewportSize()!;
  await page.setViewportSize({ width, height });
  await waitUntil(page, () => page.evaluate<string[]>(findWide), []);
}
