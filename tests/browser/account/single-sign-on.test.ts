import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { getSso } from '../../../contracts/people/sso.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { findFreePort } from '../../support/free-port.ts';
import { RealProvider } from '../../support/single-sign-on/real-provider.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../../support/single-sign-on/sso-site.ts';
import { test } from '../browser-test.ts';
import { textsOf } from '../looks/texts.ts';
import { behaviorLooks, launchBrowser, VisitorPage } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** The provider is another site than `localhost`, so that cookies are sent as they are outside. */
async function open() {
  const port = await findFreePort('127.0.0.1');
  const home = `http://localhost:${port}/`;
  const provider = await RealProvider.open(`${home}login/sso/1/callback`);
  const site = await openSetUpSite({ env: { PORT: String(port), BASE_URL: home } });
  const host = new URL(provider.issuer).host;
  return {
    home,
    provider,
    site,
    faultsOf: ({ faults }: VisitorPage) => faults.filter((fault) => !fault.endsWith(host)),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

for (const look of behaviorLooks) {
  const t = textsOf(look.language);

  test(`an owner sets single sign-on up, and a person logs in and out by it: ${look.language}, ${look.viewport.width} wide`, async () => {
    await using at = await open();
    const { home, provider, site } = at;
    provider.describe('grace', { email: 'grace@example.com', preferred_username: 'grace' });
    const owner = await VisitorPage.open(browser, home, look);
    await owner.logIn(site.token);
    await owner.page.goto('/admin/setting#sso');
    await owner.page.getByRole('link', { name: t('settings.sso.set.up') }).click();
    const fill = (name: string, value: string) => owner.page.locator(`[name=${name}]`).fill(value);
    await fill('issuer', provider.issuer);
    await owner.page.getByRole('button', { name: t('provider.test') }).click();
    await owner.page.getByText(t('provider.test.good', { issuer: provider.issuer })).waitFor();
    await fill('client-id', CLIENT_ID);
    await fill('client-secret', CLIENT_SECRET);
    await fill('provider-name', 'Acme');
    await owner.page.getByRole('switch', { name: t('provider.create') }).check();
    await owner.page.getByRole('switch', { name: t('provider.logout') }).check();
    await owner.page.getByRole('button', { name: t('save.changes'), exact: true }).click();
    await owner.page.getByRole('alert').getByText(t('provider.saved')).waitFor();
    expect((await site.call(getSso, {}, site.token)).data).toMatchObject({ is_on: 1 });

    const person = await VisitorPage.open(browser, home, look);
    const { page } = person;
    await page.goto('/admin/account');
    await page.waitForURL('**/login');
    const button = page.getByRole('button', { name: t('sso.login', { name: 'Acme' }) });
    await button.click();
    // The page that was asked for first.
    await page.waitForURL('**/admin/account');
    await page.getByText(t('sso.connected.text', { name: 'Acme' })).waitFor();
    expect(await page.locator('[name=username]').inputValue()).toBe('grace');
    expect(await page.locator('[name=password]').count()).toBe(0);

    // The page of the provider has faults of its own.
    expect([at.faultsOf(owner), at.faultsOf(person)]).toEqual([[], []]);
    await page.locator('.shell-account').click();
    await page.getByRole('menuitem', { name: t('shell.logout') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.logout') })
      .click();
    await page.waitForURL(`${provider.issuer}/session/end?**`);

    await Promise.all([owner.close(), person.close()]);
  });
}
