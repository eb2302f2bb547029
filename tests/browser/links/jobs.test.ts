import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { button, readClipboard } from '../steps.ts';
import { desktop, launchBrowser, phone, type Language } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';
import { words } from '../words.ts';
import { addLinks, row, rows, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Way {
  readonly language: Language;
  readonly viewport: typeof desktop;
  readonly hasTouch: boolean;
}

/** By keyboard alone, and by touch on a phone. */
const ways: readonly Way[] = [
  { language: 'en', viewport: desktop, hasTouch: false },
  { language: 'zh', viewport: phone, hasTouch: true },
];

/** Counts the steps of a user: to reach a control and press it or fill it in is one. */
function countSteps(page: Page, hasTouch: boolean) {
  let steps = 0;
  return {
    count: () => steps,
    /** Presses a control: by touch, or by the keys that reach and press it. */
    press: async (control: Locator, ...keys: string[]) => {
      steps += 1;
      if (hasTouch) return control.tap();
      for (const key of keys) await page.keyboard.press(key);
    },
    fill: async (control: Locator, text: string, ...keys: string[]) => {
      steps += 1;
      if (hasTouch) await control.tap();
      else for (const key of keys) await page.keyboard.press(key);
      await waitForFocus(control);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
  };
}

for (const way of ways) {
  const { language, hasTouch } = way;
  const text = { ...words[language], ...linksWords[language] };
  const name = hasTouch ? 'by touch' : 'by keyboard alone';

  testInAll(
    `a word of its title finds a link, which gets another target in five steps: ${name}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [
        { short_url: 'autumn', title: 'The big autumn sale' },
        { short_url: 'guide', title: 'Guide' },
      ]);
      const { page, faults } = await openAdmin(browser, site, 'list', way);
      await row(page, 'guide').waitFor();
      const steps = countSteps(page, hasTouch);
      const dialog = page.getByRole('dialog');
      await steps.fill(page.getByRole('searchbox'), 'big autumn', '/');
      await waitUntil(page, () => rows(page).count(), 1);
      await steps.press(row(page, 'autumn').locator('[aria-haspopup=menu]'), 'ArrowDown', 'e');
      if (hasTouch) await steps.press(page.getByRole('menuitem', { name: text.editLink }));
      await steps.fill(dialog.getByLabel(text.longUrl), 'https://example.com/new');
      await steps.press(dialog.getByRole('button', { name: text.save }), 'Enter');
      await dialog.waitFor({ state: 'hidden' });
      expect(steps.count()).toBeLessThanOrEqual(5);
      const answer = await site.fetch('/autumn');
      expect(answer.headers.get('location')).toBe('https://example.com/new');
      expect(faults).toEqual([]);
    },
    300_000,
  );

  testInAll(
    `a link that was just added is copied in one step: ${name}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'guide' }]);
      const visitor = await openAdmin(browser, site, 'list', way);
      const { page, faults } = visitor;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await row(page, 'guide').waitFor();
      const adding = countSteps(page, hasTouch);
      const dialog = page.getByRole('dialog');
      await adding.press(button(page, text.addLink), 'n');
      await adding.fill(dialog.getByLabel(text.longUrl), 'https://example.com/new');
      await adding.press(dialog.getByRole('button', { name: text.addLink }), 'Enter');
      const copy = button(page, text.copy);
      await waitForFocus(copy);
      const steps = countSteps(page, hasTouch);
      await steps.press(copy, 'Enter');
      await button(page, text.copied).waitFor();
      const [added] = await listAll(site, site.token);
      expect(await readClipboard(page)).toBe(site.url + added!.short_url);
      expect(steps.count()).toBe(1);
      expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);

      // The panel makes room for the list again.
      await button(page, text.qr).click();
      await page.locator('.added .qr-code').waitFor();
      await page.locator('.added-close').click();
      await page.locator('.added').waitFor({ state: 'detached' });
      await row(page, added!.short_url).waitFor();
      expect(faults).toEqual([]);
    },
    300_000,
  );
}
