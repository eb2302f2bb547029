import { afterAll, beforeAll, expect } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { checkLogin, createToken, getToken } from '../../../contracts/account.ts';
import { openSetUpSite, signIn } from '../../journeys/set-up-site.ts';
import { createDataDir, TestSite } from '../../journeys/test-site.ts';
import { runShell } from '../../support/project/run-shell.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { waitForFocus } from '../links/links-steps.ts';
import { button, readClipboard } from '../steps.ts';
import { desktop, languages, launchBrowser, phone, type Look } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function readToken(site: SetUpSite): Promise<string> {
  const { data } = await site.call(getToken, {}, site.token);
  return (data as { token: string }).token;
}

const looks: readonly Look[] = [
  { language: 'en', scheme: 'light', viewport: desktop },
  { language: 'zh', scheme: 'dark', viewport: phone },
];

for (const look of firstInShort(looks)) {
  test(`a token is created, shown, copied and changed: ${look.language}`, async () => {
    await using site = await openSetUpSite();
    const text = adminWords[look.language];
    const visitor = await openAdmin(browser, site, 'token', look);
    const { page } = visitor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

    await page.getByRole('heading', { name: text.noToken }).waitFor();
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(3);
    const docs = page.getByRole('main').getByRole('listitem').getByRole('link');
    expect([await docs.getAttribute('href'), await docs.getAttribute('target')]).toEqual([
      '/docs',
      '_blank',
    ]);
    await page.getByText('Bearer YOUR_API_TOKEN').waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);

    await button(page, text.createToken).click();
    await page.getByRole('heading', { name: text.yourToken }).waitFor();
    await page.getByText(text.tokenCreated).waitFor();
    const first = await readToken(site);
    expect(await page.getByText(first).count()).toBe(0);
    await button(page, text.showToken).click();
    await page.getByText(first).waitFor();
    await button(page, text.hideToken).click();
    expect(await page.getByText(first).count()).toBe(0);
    await button(page, text.copyToken).click();
    expect(await readClipboard(page)).toBe(first);

    await button(page, text.copyCode).click();
    const command = await readClipboard(page);
    expect(command).toContain(`${site.url}api/shorten_url`);
    expect(command).toContain(`Bearer ${first}`);
    const { output } = await runShell(`${command} -s`, ['curl']);
    expect(JSON.parse(output)).toMatchObject({ code: 200 });

    await button(page, text.changeToken).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);
    await dialog.getByRole('button', { name: text.cancel }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await readToken(site)).toBe(first);
    await button(page, text.changeToken).click();
    await dialog.getByRole('button', { name: text.changeToken }).click();
    await page.getByText(text.tokenChanged).waitFor();
    await waitForFocus(button(page, text.changeToken));
    const second = await readToken(site);
    expect(second).not.toBe(first);
    await button(page, text.showToken).click();
    await page.getByText(second).waitFor();
    expect((await site.send(checkLogin, {}, first)).status).toBe(401);

    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

testInAll.each(languages)(
  'a token whose key is lost cannot be shown, and is changed: %s',
  async (language) => {
    const dataDir = createDataDir();
    const before = await openSetUpSite({ dataDir });
    await before.call(createToken, {}, before.token);
    await before.stop();
    rmSync(join(dataDir, 'secret.key'));
    await using opened = await TestSite.open({ dataDir });
    const site = Object.assign(opened, { token: await signIn(opened) });
    const text = adminWords[language];
    const visitor = await openAdmin(browser, site, 'token', { language });
    const { page } = visitor;
    const notice = page.getByRole('main').getByRole('alert');
    await notice.getByText(text.tokenUnreadable).waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);
    await notice.getByRole('button', { name: text.changeToken }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.changeToken }).click();
    await page.getByText(text.tokenChanged).waitFor();
    await button(page, text.showToken).click();
    await page.getByText(await readToken(site)).waitFor();
    await visitor.close();
    rmSync(dataDir, { recursive: true });
  },
  300_000,
);

testInAll(
  'the token page reports a token made elsewhere and an unreachable server',
  async () => {
    await using site = await openSetUpSite();
    const text = adminWords.en;
    const visitor = await openAdmin(browser, site, 'token');
    const { page } = visitor;
    await button(page, text.createToken).waitFor();
    await site.call(createToken, {}, site.token);
    await button(page, text.createToken).click();
    await page.getByRole('alert').getByText(text.tokenExists).waitFor();
    // The page shows the valid token.
    await page.getByRole('heading', { name: text.yourToken }).waitFor();

    await page.route('**/api/user/get_token', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: text.tokenFailed }).waitFor();
    await page.unroute('**/api/user/get_token');
    await button(page, text.retry).click();
    await page.getByRole('heading', { name: text.yourToken }).waitFor();
    await visitor.close();
  },
  300_000,
);
