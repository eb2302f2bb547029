import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { setOption } from '../../contracts/site.ts';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { test } from './browser-test.ts';
import { openAdmin, type SetUpSite } from './admin-page.ts';
import { addLinks, row, rows, visitWithBrowser, waitForFocus } from './links/links-steps.ts';
import { desktop, launchBrowser, phone, type Look } from './test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Measures the contrast of an element's color or background with the background behind it. */
const measureContrast = `((element, isColor) => {
  const canvas = document.createElement('canvas').getContext('2d');
  const paint = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
  };
  const readLuminance = () => {
    const [red, green, blue] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const above = [];
  for (let at = element; at !== null; at = at.parentElement) above.unshift(at);
  if (!isColor) above.pop();
  for (const one of above) paint(getComputedStyle(one).backgroundColor);
  const behind = readLuminance();
  const style = getComputedStyle(element);
  paint(isColor ? style.color : style.backgroundColor);
  const front = readLuminance();
  return (Math.max(front, behind) + 0.05) / (Math.min(front, behind) + 0.05);
})`;

function contrastOf(locator: Locator, property: 'color' | 'background'): Promise<number> {
  return evaluateOn(locator, `${measureContrast}(element, ${property === 'color'})`);
}

/** Evaluates an expression about `element`; tests have no DOM types. */
async function evaluateOn<Value>(locator: Locator, expression: string): Promise<Value> {
  await locator.evaluate((element) => element.setAttribute('data-measured', ''));
  return locator.page().evaluate<Value>(`(() => {
    const element = document.querySelector('[data-measured]');
    element.removeAttribute('data-measured');
    return ${expression};
  })()`);
}

async function expectReadable(items: Locator): Promise<void> {
  for (const item of await items.all()) {
    expect(await contrastOf(item, 'color')).toBeGreaterThanOrEqual(4.5);
    await item.hover();
    expect(await contrastOf(item, 'color')).toBeGreaterThanOrEqual(4.5);
  }
}

for (const scheme of ['light', 'dark'] as const) {
  test(`menus, the actions of a row and the bars of charts stand out: ${scheme}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'mine' }]);
    const narrow = await openAdmin(browser, site, 'list', { scheme, viewport: phone });
    await row(narrow.page, 'mine').locator('[aria-haspopup=menu]').click();
    const entries = narrow.page.getByRole('menuitem');
    await entries.first().waitFor();
    expect(await entries.count()).toBe(7);
    await expectReadable(entries);
    await narrow.close();

    const { page } = await openAdmin(browser, site, 'list', { scheme });
    await row(page, 'mine').hover();
    const actions = row(page, 'mine').locator('.links-action');
    expect(await actions.count()).toBe(2);
    await expectReadable(actions);
    await page.locator('.shell-account').click();
    await page.getByRole('menuitem').first().waitFor();
    await expectReadable(page.getByRole('menuitem'));

    await visitWithBrowser(browser, site, 'mine', 2);
    await page.goto('/admin/stats');
    await page.locator('.stats-chart svg').waitFor();
    for (const name of ['people', 'preview', 'bot']) {
      const legend = page.locator(`.stats-legend-item[data-series=${name}]`);
      // The square before it has the color of the bars.
      await evaluateOn(
        legend,
        `element.append(Object.assign(document.createElement('i'), {
          style: 'background: ' + getComputedStyle(element, '::before').backgroundColor,
        }))`,
      );
      const ratio = await contrastOf(legend.locator('i'), 'background');
      expect([name, ratio >= 3]).toEqual([name, true]);
    }
  }, 300_000);
}

/** Compares two elements of the same size. */
async function haveSameLook(one: Locator, other: Locator): Promise<boolean> {
  const [first, second] = [await one.screenshot(), await other.screenshot()];
  return first.equals(second);
}

async function openInForcedColors(
  site: SetUpSite,
  name: string,
  look: Partial<Look>,
): Promise<Page> {
  const { page } = await openAdmin(browser, site, name, look);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: look.scheme ?? 'light' });
  return page;
}

for (const scheme of ['light', 'dark'] as const) {
  test(`each state stays visible in forced colors: ${scheme}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'one' }, { short_url: 'two' }, { short_url: 'three' }]);
    await site.call(setOption, { key: 'avatar_service', value: '""' }, site.token);
    const page = await openInForcedColors(site, 'list', { scheme, viewport: desktop });
    await rows(page).nth(2).waitFor();

    const cell = (code: string): Locator => row(page, code).locator('td').nth(2);
    const box = (code: string): Locator => row(page, code).getByRole('checkbox');
    const plain = [await cell('one').screenshot(), await box('one').screenshot()];
    await box('one').check();
    await page.mouse.move(0, 0);
    expect((await cell('one').screenshot()).equals(plain[0]!)).toBe(false);
    expect((await box('one').screenshot()).equals(plain[1]!)).toBe(false);
    const before = await row(page, 'two').screenshot();
    await row(page, 'two').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await waitForFocus(row(page, 'two'));
    expect((await row(page, 'two').screenshot()).equals(before)).toBe(false);

    const add = page.locator('[data-variant=filled]').first();
    expect(await styleOf(add, 'color')).not.toBe(await styleOf(add, 'backgroundColor'));

    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog');
    const labels = dialog.locator('.mantine-SegmentedControl-label');
    const chosen = labels.and(page.locator('[data-active]'));
    expect(await styleOf(chosen, 'backgroundColor')).not.toEqual(
      await styleOf(labels.nth(1), 'backgroundColor'),
    );
    expect(await styleOf(dialog, 'borderTopStyle')).toBe('solid');
    await dialog.locator('summary').first().click();
    const switches = dialog.getByRole('switch');
    await switches.first().click({ force: true });
    expect(await haveSameLook(switches.first(), switches.last())).toBe(false);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await page.keyboard.press('Control+K');
    const options = dialog.getByRole('option');
    await options.first().waitFor();
    expect(await styleOf(options.first(), 'outlineStyle')).not.toBe('none');
    expect(await styleOf(options.nth(1), 'outlineStyle')).toBe('none');
    await page.keyboard.press('Escape');

    await visitWithBrowser(browser, site, 'one', 3);
    await page.goto('/admin/stats');
    await page.locator('.stats-chart svg').waitFor();
    const shades = page.locator('.heat td');
    const busy = page.locator('.heat td[data-shade="6"]').first();
    expect(await styleOf(busy, 'backgroundColor')).not.toEqual(
      await styleOf(shades.and(page.locator('[data-shade="0"]')).first(), 'backgroundColor'),
    );
    const bar = page.locator('.stats-row-bar').first();
    const panel = page.locator('.stats-panel').first();
    expect(await styleOf(bar, 'backgroundColor')).not.toBe(await styleOf(panel, 'backgroundColor'));
    const squares = new Set<string>();
    for (const legend of await page.locator('.stats-legend-item').all()) {
      squares.add(
        await evaluateOn(legend, "getComputedStyle(element, '::before').backgroundColor"),
      );
    }
    expect(squares.size).toBe(3);
    const current = page.locator('.shell-menu-link[aria-current]');
    expect(await styleOf(current, 'outlineStyle')).not.toBe('none');
  }, 300_000);
}

/** A computed style of an element. */
function styleOf(locator: Locator, property: string): Promise<string> {
  return evaluateOn(locator, `getComputedStyle(element).${property}`);
}
