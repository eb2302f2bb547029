import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { listLinks, type Link } from '../../../contracts/links/links.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { addLinks, chooseAction, row, waitForCodes, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button } from '../steps.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const DAY = 24 * 3600;

async function readLink(site: SetUpSite, code: string): Promise<Link> {
  const { data } = await site.call(listLinks, { limit: 200 }, site.token);
  return (data as { urls: Link[] }).urls.find((link) => link.short_url === code)!;
}

function inDays(instant: number): number {
  return Math.round((instant - Date.now() / 1000) / DAY);
}

async function openEdit(page: Page, code: string): Promise<void> {
  await chooseAction(page, code, 'Edit link');
  await page.getByRole('dialog').waitFor();
}

for (const { language, viewport } of [
  { language: 'en', viewport: desktop },
  { language: 'zh', viewport: phone },
] as const) {
  testInAll(
    `the dialog checks its fields on blur and on submit: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'taken' }, { short_url: 'mine' }]);
      const text = linksWords[language];
      const { page, faults } = await openAdmin(browser, site, 'list', { language, viewport });
      const dialog = page.getByRole('dialog');
      const url = dialog.getByLabel(text.longUrl);
      const code = dialog.getByLabel(text.customCode);

      await button(page, text.addLink).click();
      await waitForFocus(url);
      await url.blur();
      await dialog.getByText(text.addEmpty).waitFor();
      await url.fill('no url');
      await url.blur();
      await dialog.getByText(text.urlInvalid).waitFor();
      await url.fill('');
      await button(page, text.addLink).last().click();
      await dialog.getByText(text.addEmpty).waitFor();
      await code.fill('a b');
      await code.blur();
      await dialog.getByText(text.codeInvalid).waitFor();
      await dialog.getByLabel(text.title).fill('x'.repeat(257));
      await dialog.getByLabel(text.title).blur();
      await dialog.getByText(text.titleLong).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });

      await page.locator('[data-link]').first().focus();
      await page.keyboard.press('Enter');
      await dialog.getByRole('heading', { name: text.editLink }).waitFor();
      await code.fill('');
      await code.blur();
      await dialog.getByText(text.codeEmpty).waitFor();
      await code.fill('Admin');
      await code.blur();
      await dialog.getByText(text.codeReserved).waitFor();
      await url.fill('');
      await url.blur();
      await dialog.getByText(text.addEmpty).waitFor();
      await url.fill('example.org/new');
      await code.fill('taken');
      await dialog.getByText(text.other, { exact: true }).click();
      const days = dialog.getByLabel(text.days, { exact: true });
      const until = dialog.getByLabel(text.until);
      const wrong = dialog.getByText(text.validityInvalid);
      for (const typed of ['-1', '1.5', '36501', '1e3', 'x']) {
        await days.fill(typed);
        await days.blur();
        await wrong.waitFor();
        // 0 and an empty field mean never.
        await days.fill(typed === 'x' ? '' : '0');
        await days.blur();
        await wrong.waitFor({ state: 'hidden' });
      }
      await until.fill('2001-01-01T00:00');
      await until.blur();
      await wrong.waitFor();
      await until.fill('');
      await until.blur();
      await wrong.waitFor({ state: 'hidden' });
      // A date without a time has an empty value, which must not mean never.
      await until.focus();
      await page.keyboard.type('02032040');
      await page.keyboard.press('Enter');
      await wrong.waitFor();
      await dialog.getByText(text.noLimit, { exact: true }).click();
      await dialog.getByText(text.more, { exact: true }).click();
      await dialog.getByLabel(text.description).fill('x'.repeat(513));
      await dialog.getByLabel(text.description).blur();
      await dialog.getByText(text.descriptionLong).waitFor();
      await dialog.getByLabel(text.description).fill('');
      await button(page, text.save).click();
      // A message beside the field, and a toast.
      await dialog.getByText(text.codeTaken).waitFor();
      await page.getByRole('alert').getByText(text.codeTaken).waitFor();
      await code.fill('fresh');
      await button(page, text.save).click();
      await page.getByText(text.saved).waitFor();
      await waitForCodes(page, ['fresh', 'taken']);
      expect((await readLink(site, 'fresh')).long_url).toBe('https://example.org/new');
      expect(faults).toEqual([]);
    },
    300_000,
  );
}

test('an edit changes only the edited fields', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [
    { short_url: 'kept', title: 'Before', description: 'of the API', ttl_days: 9 },
  ]);
  const before = await readLink(site, 'kept');
  const { page, faults } = await openAdmin(browser, site, 'list');
  const dialog = page.getByRole('dialog');
  const save = async (): Promise<void> => {
    await button(page, 'Save changes').click();
    await dialog.waitFor({ state: 'hidden' });
  };

  await openEdit(page, 'kept');
  expect((await page.locator('.mantine-Modal-content').boundingBox())?.width).toBe(400);
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Before');
  expect(await dialog.getByLabel('or until').inputValue()).not.toBe('');
  await save();
  expect(await readLink(site, 'kept')).toEqual({ ...before, updated_at: expect.any(Number) });
  await waitForFocus(row(page, 'kept'));

  await openEdit(page, 'kept');
  expect(await dialog.getByLabel('Description').inputValue()).toBe('of the API');
  await dialog.getByLabel('Title').fill('');
  await dialog.getByLabel('Custom short path').fill('moved');
  await dialog.getByText('kept will stop working once you save.').waitFor();
  await save();
  const moved = await readLink(site, 'moved');
  expect(moved).toMatchObject({
    id: before.id,
    title: '',
    description: 'of the API',
    expires_at: before.expires_at,
  });
  expect((await site.fetch('/moved')).status).toBe(302);
  expect((await site.fetch('/kept')).status).toBe(404);

  await openEdit(page, 'moved');
  await dialog.getByLabel('Description').fill('of the dialog');
  await save();
  expect((await readLink(site, 'moved')).description).toBe('of the dialog');
  await openEdit(page, 'moved');
  await dialog.getByLabel('Description').fill('');
  await save();
  expect((await readLink(site, 'moved')).description).toBe('');
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'the expiry takes a preset, a number of days, a date or never',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'mine' }]);
    const { page, faults } = await openAdmin(browser, site, 'list');
    const dialog = page.getByRole('dialog');
    const change = async (choose: () => Promise<unknown>): Promise<number> => {
      await openEdit(page, 'mine');
      await choose();
      await button(page, 'Save changes').click();
      await dialog.waitFor({ state: 'hidden' });
      return (await readLink(site, 'mine')).expires_at;
    };
    expect(inDays(await change(() => dialog.getByText('7 days', { exact: true }).click()))).toBe(7);
    expect(inDays(await change(() => dialog.getByLabel('Days', { exact: true }).fill('45')))).toBe(
      45,
    );
    const exact = await change(() => dialog.getByLabel('or until').fill('2040-02-03T04:05'));
    expect(new Date(exact * 1000).toISOString()).toBe(
      await page.evaluate("new Date('2040-02-03T04:05').toISOString()"),
    );
    expect(await change(() => dialog.getByText('No limit', { exact: true }).click())).toBe(0);
    for (const never of ['0', '', '000']) {
      expect(inDays(await change(() => dialog.getByText('7 days', { exact: true }).click()))).toBe(
        7,
      );
      const days = dialog.getByLabel('Days', { exact: true });
      const isNever = await change(async () => {
        await dialog.getByText('No limit', { exact: true }).click();
        await dialog.getByText('Other', { exact: true }).click();
        await days.fill(never);
      });
      expect([never, isNever]).toEqual([never, 0]);
    }
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'saving a deleted link fails and says why',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'mine' }]);
    const { page } = await openAdmin(browser, site, 'list');
    await openEdit(page, 'mine');
    await site.fetch('/api/delete/urls', {
      method: 'POST',
      headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [(await readLink(site, 'mine')).id] }),
    });
    await button(page, 'Save changes').click();
    await page.getByRole('alert').getByText('This link no longer exists').waitFor();
  },
  300_000,
);
