import type { Browser, Locator, Page } from 'playwright-core';
import { texts as en } from '../../../web/links/routing/locales/en.ts';
import { texts as zh } from '../../../web/links/routing/locales/zh.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import type { PageOptions, VisitorPage } from '../test-browser.ts';
import { tabTo } from '../links/links-steps.ts';

export const routingWords = { en, zh } as const;

/** All that the sections can set. */
export const everything = {
  rules: [
    {
      when: {
        device: ['mobile'],
        country: ['DE', 'AT'],
        language: ['zh'],
        hours: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:30', time_zone: 'Europe/Berlin' },
      },
      target: 'https://example.com/de',
    },
    {
      when: { query: { ref: 'mail', any: '*' }, is_qr: 1, from: 1_800_000_000 },
      split: [
        { target: 'https://a.example/', weight: 3 },
        { target: 'https://b.example/', weight: 1 },
      ],
    },
  ],
  starts_at: 1_700_000_000,
  max_clicks: 100,
  fallback_url: 'https://example.com/over',
  password: 'secret',
  social: { title: 'Spring sale', description: 'Words', image: 'https://cdn.example/card.png' },
  in_app: 'ask',
};

/** Opens the settings of a link, with "More options". */
export async function openSettings(
  browser: Browser,
  site: SetUpSite,
  code: string,
  options?: PageOptions,
): Promise<VisitorPage> {
  const visitor = await openAdmin(browser, site, `links/${code}/settings`, options);
  await openMore(visitor.page);
  return visitor;
}

export function section(page: Page, name: string): Locator {
  return page.locator(`[data-section=${name}]`);
}

/** Opens the part with the sections without a setting. */
export async function openMore(page: Page): Promise<void> {
  const more = page.locator('[data-section=more] .routing-toggle');
  await more.waitFor();
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.press('Enter');
}

/** Opens a section, which may stand open already, and waits for its fields. */
export async function openSection(page: Page, name: string): Promise<Locator> {
  const found = section(page, name);
  if ((await found.count()) === 0) await openMore(page);
  const toggle = found.locator('.routing-toggle');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  const fields = found.locator('.routing-fields').locator('input, button, select');
  // A choice of expirations has hidden radio buttons.
  await fields.first().waitFor({ state: 'attached' });
  return found;
}

/** The summary of a closed section: what is set in it. */
export function summary(page: Page, name: string): Promise<string> {
  return section(page, name).locator('.routing-summary').innerText();
}

/** The sentences of the rules, in their order. */
export async function readRules(page: Page): Promise<string[]> {
  return page.locator('.rule-toggle').allInnerTexts();
}

/** Adds a condition to the only open rule by the keyboard: the first by its button. */
export async function addCondition(page: Page, name: string): Promise<void> {
  const first = page.locator('.rule-condition-add').filter({ hasText: name });
  if ((await first.count()) > 0) {
    await first.first().press('Enter');
    return;
  }
  await page.locator('.rule-condition-add').focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name, exact: true });
  await item.waitFor();
  await tabTo(page, item, 'ArrowDown');
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'detached' });
}
