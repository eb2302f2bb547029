import type { Locator, Page } from 'playwright-core';
import { tabTo } from './links/links-steps.ts';

/** Does a job as a user does: to reach a control and press it, or fill it in, is one step. */
export interface Hand {
  readonly count: () => number;
  readonly press: (target: Locator) => Promise<void>;
  readonly type: (target: Locator, text: string) => Promise<void>;
}

/** By touch, or with Tab, Enter and letters alone. */
export function createHand(page: Page, hasTouch: boolean): Hand {
  let steps = 0;
  const reach = async (target: Locator) => {
    steps += 1;
    await target.waitFor();
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
  };
}
