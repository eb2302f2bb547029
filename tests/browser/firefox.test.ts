import { expect, test } from 'bun:test';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { TestSite } from '../journeys/test-site.ts';
import { launchFirefox, openInFirefox } from './firefox.ts';
import {
  addSecond,
  changeTarget,
  createAndCopy,
  deleteAndUndo,
  deleteBoth,
  findInList,
  follow,
  logOut,
  searchAsTyped,
  setUp,
  type Journey,
} from './first-journey-steps.ts';
import { desktop, phone, type Look } from './test-browser.ts';
import { words } from './words.ts';

const looks: readonly Look[] = [
  { language: 'en', scheme: 'light', viewport: desktop },
  { language: 'zh', scheme: 'dark', viewport: phone },
];

/** Answers every page of the other hosts, on this machine. */
function answer(): Response {
  return new Response('There you are');
}

for (const look of looks) {
  const { language, scheme, viewport } = look;
  test(`the first journey in Firefox: ${language}, ${scheme}, ${viewport.width} wide`, async () => {
    await using site = await TestSite.open();
    using target = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer });
    await using browser = await launchFirefox(scheme);
    const visitor = await openInFirefox(browser, site.url, look);
    const violations: string[] = [];
    const check = async (): Promise<void> => {
      const found = await visitor.findAxeViolations();
      violations.push(...found.map((violation) => `${visitor.page.url()} ${violation}`));
    };
    const journey: Journey = { site, visitor, language, text: words[language], check };
    const longUrl = `http://example.com:${target.port}/a/very/long/page?with=a&query=1`;
    const newUrl = `http://example.org:${target.port}/elsewhere`;

    await setUp(journey);
    const shortLink = await createAndCopy(journey, longUrl);
    const code = shortLink.slice(site.url.length);
    await follow(browser, shortLink, longUrl);
    await findInList(journey, shortLink);
    await addSecond(journey);
    await searchAsTyped(journey, code);
    await changeTarget(journey, code, newUrl);
    await follow(browser, shortLink, newUrl);
    await deleteAndUndo(journey, code);
    await follow(browser, shortLink, newUrl);
    await deleteBoth(journey);
    await logOut(journey);

    expect(violations).toEqual([]);
    expect(visitor.faults).toEqual([]);
  }, 60_000);
}

test('the contents of the API docs scroll on the ground of the page, in the dark', async () => {
  await using site = await openSetUpSite();
  await using browser = await launchFirefox('dark');
  const look: Look = { language: 'en', scheme: 'dark', viewport: desktop };
  const { page, faults } = await openInFirefox(browser, site.url, look);
  await page.goto('/docs');
  const contents = page.locator('.docs-nav');
  await contents.waitFor();
  const read = 'getComputedStyle(document.querySelector(".docs-nav")).scrollbarColor';
  expect(await page.evaluate<string>(read)).toEndWith('rgba(0, 0, 0, 0)');
  expect(await contents.evaluate((nav) => nav.scrollHeight > nav.clientHeight)).toBe(true);
  expect(faults).toEqual([]);
}, 30_000);
