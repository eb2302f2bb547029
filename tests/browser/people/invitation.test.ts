import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { inviteAccount, join } from '../../../contracts/people/people.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { openAdmin } from '../admin-page.ts';
import { test } from '../browser-test.ts';
import { textsOf } from '../looks/texts.ts';
import { behaviorLooks, launchBrowser, phone, VisitorPage } from '../test-browser.ts';

const PASSWORD = 'correct horse';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

for (const look of behaviorLooks) {
  const { language, viewport } = look;
  const t = textsOf(language);

  test(`an invitation takes 4 steps of the owner and 3 of the invited: ${language}, ${viewport.width} wide`, async () => {
    await using site = await openSetUpSite();
    const owner = await openAdmin(browser, site, 'list', look);
    await owner.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = owner;
    const menu = page.locator('.shell-menu');
    if (viewport === phone) await menu.getByRole('button').click();
    const entry = { name: t('people.title'), exact: true };

    const steps = [
      () => page.getByRole(viewport === phone ? 'menuitem' : 'link', entry).click(),
      () => page.getByRole('button', { name: t('people.invite'), exact: true }).click(),
      () => page.keyboard.type('bea@example.com\n'),
      () => page.getByRole('button', { name: t('people.link.copy'), exact: true }).click(),
    ];
    for (const step of steps) {
      await step();
      // The keys of the next step go to a dialog.
      if (step === steps[1]) await page.locator('[role=dialog] [name=email]:focus').waitFor();
    }
    await page.getByRole('button', { name: t('copied'), exact: true }).waitFor();
    const url = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(url).toStartWith(new URL('/admin/join#inv-', site.url).href);

    const invited = await VisitorPage.open(browser, site.url, look);
    const fields = [
      () => invited.page.goto(url),
      async () => {
        await invited.page.locator('[name=username]:focus').waitFor();
        await invited.page.keyboard.type('bea');
        await invited.page.keyboard.press('Tab');
        await invited.page.keyboard.type(PASSWORD);
      },
      () => invited.page.keyboard.press('Enter'),
    ];
    for (const step of fields) await step();
    await invited.page.waitForURL('**/admin/list');
    expect([steps.length, fields.length]).toEqual([4, 3]);
    await invited.page.getByRole('alert').getByText(t('join.done.invitation')).waitFor();
    // An editor has neither settings nor people.
    await invited.page.locator('.shell-menu a[href="/admin/bin"]').waitFor();
    expect(await invited.page.locator('.shell-menu a[href="/admin/setting"]').count()).toBe(0);

    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('link', { name: 'bea', exact: true }).waitFor();
    expect([owner.faults, invited.faults]).toEqual([[], []]);
    await Promise.all([owner.close(), invited.close()]);
  });
}

test('the secret of a link leaves the address bar, and a used link says so', async () => {
  await using site = await openSetUpSite();
  const request = { email: 'bea@example.com', role: 'viewer' } as const;
  const { data } = await site.call(inviteAccount, request, site.token);
  const { link } = data as { link: string };
  const visitor = await VisitorPage.open(browser, site.url);
  const { page } = visitor;
  const t = textsOf('en');
  await page.goto(`/admin/join#${link}`);
  await page.locator('[name=username]').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await site.call(join, { link, username: 'bea', password: PASSWORD });
  await page.locator('[name=username]').fill('chen');
  await page.locator('[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: t('join.invalid') }).waitFor();
  await visitor.close();
});

test('a page without the right shows the way back and makes no call of its own', async () => {
  await using site = await openSetUpSite();
  const request = { email: 'bea@example.com', role: 'viewer' } as const;
  const { data } = await site.call(inviteAccount, request, site.token);
  const { link } = data as { link: string };
  const joined = await site.call(join, { link, username: 'bea', password: PASSWORD });
  const { token } = joined.data as { token: string };
  const t = textsOf('en');
  const visitor = await VisitorPage.open(browser, site.url);
  await visitor.logIn(token);
  for (const [name, call] of [
    ['setting', '/api/option/get'],
    ['domains', '/api/domains'],
    ['people', '/api/accounts'],
    ['people/1', '/api/accounts'],
    ['bin', '/api/urls/deleted'],
  ] as const) {
    const called: string[] = [];
    const note = (sent: { url(): string }): number => called.push(new URL(sent.url()).pathname);
    visitor.page.on('request', note);
    await visitor.page.goto(`/admin/${name}`);
    await visitor.page.getByRole('heading', { name: t('page.not.allowed') }).waitFor();
    visitor.page.off('request', note);
    expect([name, called.includes(call)]).toEqual([name, false]);
  }
  await visitor.page.getByRole('link', { name: t('page.not.allowed.back') }).click();
  await visitor.page.waitForURL('**/admin/list');
  await visitor.page.locator('.notice').waitFor();
  expect(await visitor.page.getByRole('button', { name: t('links.add') }).count()).toBe(0);
  expect(visitor.faults).toEqual([]);
  await visitor.close();
});
