import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { createToken } from '../../../contracts/account.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { changeLink, findLink } from './link-page-steps.ts';
import { linkWords } from './link-words.ts';
import { addLinks } from '../links/links-steps.ts';
import { button } from '../steps.ts';
import { launchBrowser } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = linkWords.en;

testInAll(
  'the history says who changed what, and marks the difference',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'mine', long_url: 'https://example.com/spring/sale?a=1' }]);
    await changeLink(site, 'mine', { long_url: 'https://example.com/summer/sale?a=1' });
    await changeLink(site, 'mine', { tags: ['garden', 'sale'] });
    const { data } = await site.call(createToken, {}, site.token);
    const { token } = data as { token: string };
    await changeLink(
      site,
      'mine',
      { tags: ['garden', 'print'], note: 'Two\nlines', is_active: 0 },
      token,
    );
    const { page, faults } = await openAdmin(browser, site, 'links/mine/history');
    const [newest, oldest] = [page.locator('.edit').first(), page.locator('.edit').last()];
    await newest.getByText(text.byApi, { exact: true }).waitFor();
    for (const words of ['Note', 'Tags', 'On or off', 'Off']) {
      await newest.getByText(words, { exact: true }).waitFor();
    }
    expect(await newest.locator('del').allTextContents()).toEqual(['sale']);
    expect(await newest.locator('ins').allTextContents()).toEqual(['print']);
    await oldest.getByText(text.byAdmin, { exact: true }).waitFor();
    expect(await oldest.locator('del').allTextContents()).toEqual(['spring']);
    expect(await oldest.locator('ins').allTextContents()).toEqual(['summer']);
    const { created_at } = await findLink(site, 'mine');
    const shown = await oldest.locator('time').getAttribute('datetime');
    expect(Date.parse(shown!) / 1000).toBeGreaterThanOrEqual(created_at);
    expect(faults).toEqual([]);
  },
  300_000,
);

test('one click reverts an edit, and another undoes the revert', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring', title: 'Spring' }]);
  await changeLink(site, 'spring', { short_url: 'summer', title: 'Summer' });
  await changeLink(site, 'summer', { description: 'Words' });
  const { page, faults } = await openAdmin(browser, site, 'links/summer/history');
  const edits = page.locator('.edit');
  await edits.nth(1).getByRole('button', { name: text.revert }).press('Enter');
  await page.getByText(text.reverted).waitFor();
  // The link has its old code again, and the address follows.
  await page.waitForURL('**/admin/links/spring/history');
  await waitUntil(page, () => edits.count(), 3);
  expect(await findLink(site, 'spring')).toMatchObject({ title: 'Spring', description: 'Words' });
  await edits.nth(2).getByText(text.asBefore).waitFor();
  await button(page, text.undo).press('Enter');
  await page.getByText(text.undone).waitFor();
  await page.waitForURL('**/admin/links/summer/history');
  expect(await findLink(site, 'summer')).toMatchObject({ title: 'Summer', description: 'Words' });
  await waitUntil(page, () => edits.count(), 4);
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'a revert to a taken code says so beside the edit, and links to the link that has the code',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    await changeLink(site, 'spring', { short_url: 'summer' });
    await changeLink(site, 'summer', { title: 'Words' });
    await addLinks(site, [{ short_url: 'spring', long_url: 'https://example.com/other' }]);
    const visitor = await openAdmin(browser, site, 'links/summer/history');
    const { page } = visitor;
    const edit = page.locator('.edit').nth(1);
    await edit.getByRole('button', { name: text.revert }).click();
    await edit.getByRole('alert').getByText(text.codeTaken).waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await visitor.findAxeViolations()).toEqual([]);
    await edit.getByRole('link', { name: 'Show spring' }).click();
    await page.waitForURL('**/admin/links/spring');
    await page.getByRole('link', { name: 'example.com/other' }).waitFor();
    expect(visitor.faults).toEqual([]);
  },
  300_000,
);
