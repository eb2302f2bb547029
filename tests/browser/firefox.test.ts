import { expect } from 'bun:test';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { TestSite } from '../journeys/test-site.ts';
import { testInAll } from './browser-test.ts';
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
import { button } from './steps.ts';
import { desktop, phone, type Look } from './test-browser.ts';
import { words } from './words.ts';

/** In Firefox, axe and waits take two to three times as long as in Chromium. */
const JOURNEY_MS = 120_000;

const looks: readonly Look[] = [
  { language: 'en', scheme: 'light', viewport: desktop },
  { language: 'zh', scheme: 'dark', viewport: phone },
];

/** Answers for every foreign page, on this machine. */
function answer(): Response {
  return new Response('There you are');
}

for (const look of looks) {
  const { language, scheme, viewport } = look;
  testInAll(
    `the first journey in Firefox: ${language}, ${scheme}, ${viewport.width} wide`,
    async () => {
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
    },
    JOURNEY_MS,
  );
}

testInAll(
  'scroll areas have a dark background in the dark scheme',
  async () => {
    await using site = await openSetUpSite();
    await using browser = await launchFirefox('dark');
    const look: Look = { language: 'en', scheme: 'dark', viewport: desktop };
    const visitor = await openInFirefox(browser, site.url, look);
    const { page, faults } = visitor;
    const readTrack = (selector: string): Promise<string> =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('${selector}')).scrollbarColor`,
      );

    await page.goto('/docs');
    await page.locator('.docs-nav').waitFor();
    expect(await readTrack('.docs-nav')).toEndWith('rgba(0, 0, 0, 0)');
    await visitor.logIn(site.token);
    await page.goto('/admin/list');
    await button(page, words.en.addLink).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await readTrack('.mantine-Modal-content')).toEndWith('rgba(0, 0, 0, 0)');
    expect(faults).toEqual([]);
  },
  300_000,
);
