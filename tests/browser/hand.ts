import type { Locator, Page } from 'playwright-core';
import { tabTo } from './links/links-steps.ts';

/** Does a job as a user does: to reach a control and press it, or fill it in, is one step. */
export interface Hand {
  readonly count: () => number;
  readonly press: (target: Locator) => Promise<void>;
  readonly type: (target: Locator, text: string) => Promise<void>;
  readonly paste: (target: Locator) => Promise<void>;
  /** Takes one of the choices that stand side by side. */
  readonly pick: (group: Locator, label: string) => Promise<void>;
  /** Takes a choice of a native select. A phone shows it in a list of its own. */
  readonly choose: (target: Locator, label: string) => Promise<void>;
}

/** By touch, or with Tab, Enter and letters alone. */
export function createHand(page: Page, hasTouch: boolean): Hand {
  let steps = 0;
  const reach = async (target: Locator) => {
    steps += 1;
    await target.waitFor({ state: 'attached' });
    if (hasTouch) return target.tap();
    const isThere = await target.evaluate((element) => element.matches(':focus'));
    if (!isThere) await tabTo(page, target);
  };
  return {
    count: () => steps,
    async press(target) {
      await reach(target);
      if (!hasTouch) await page.keyboard.press('Enter');
    },
    async type(target, text) {
      await reach(target);
      await page.keyboard.type(text);
    },
    async paste(target) {
      await reach(target);
      await page.keyboard.press('Control+v');
    },
    async pick(group, label) {
      if (hasTouch) return reach(group.getByText(label, { exact: true }));
      await reach(group.locator('input:checked'));
      await tabTo(page, group.getByRole('radio', { name: label, exact: true }), 'ArrowRight');
    },
    async choose(target, label) {
      await reach(target);
      if (hasTouch) await target.selectOption({ label });
      else await page.keyboard.type(label);
    },
  };
}
