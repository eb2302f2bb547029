import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { TestSite } from '../journeys/test-site.ts';
import { test } from './browser-test.ts';
import {
  addSecond,
  createAndCopy,
  deleteBoth,
  findInList,
  logOut,
  setUp,
  type Journey,
} from './first-journey-steps.ts';
import { userAgentOf } from './links/links-steps.ts';
import { behaviorLooks, launchBrowser, VisitorPage } from './test-browser.ts';
import { words } from './words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const LONG_URL = 'https://example.com/a/very/long/page?with=a&query=1';

for (const look of behaviorLooks) {
  const { language, scheme, viewport } = look;
  test(`the first journey: ${language}, ${scheme}, ${viewport.width} wide`, async () => {
    await using site = await TestSite.open();
    const visitor = await VisitorPage.open(browser, site.url, look);
    const violations: string[] = [];
    const check = async (): Promise<void> => {
      const found = await visitor.findAxeViolations();
      violations.push(...found.map((violation) => `${visitor.page.url()} ${violation}`));
    };
    const journey: Journey = { site, visitor, language, text: words[language], check };

    await setUp(journey);
    const shortLink = await createAndCopy(journey, LONG_URL);
    const headers = { 'User-Agent': userAgentOf(browser) };
    const visit = await fetch(shortLink, { redirect: 'manual', headers });
    expect(visit.headers.get('location')).toBe(LONG_URL);
    await findInList(journey, shortLink);
    await addSecond(journey);
    await deleteBoth(journey);
    await logOut(journey);

    expect(violations).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}
