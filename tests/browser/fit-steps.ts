import { expect } from 'bun:test';
import type { Look, VisitorPage } from './test-browser.ts';
import { waitUntil } from './wait.ts';

const shownWidth = 'document.documentElement.scrollWidth';

/**
 * Expects that a page fits its window, a small phone and a desktop at 200 %. Also expects no axe
 * violation, in forced colors too.
 */
export async function expectFit(
  visitor: VisitorPage,
  { viewport }: Pick<Look, 'viewport'>,
): Promise<void> {
  const { page } = visitor;
  expect(await visitor.findAxeViolations()).toEqual([]);
  for (const width of [viewport.width, 640, 320]) {
    await page.setViewportSize({ width, height: viewport.height });
    await waitUntil(page, () => page.evaluate(shownWidth), width);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await visitor.findAxeViolations()).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize(viewport);
}
