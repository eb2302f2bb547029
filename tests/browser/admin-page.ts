import type { Browser } from 'playwright-core';
import type { openSetUpSite } from '../journeys/set-up-site.ts';
import { VisitorPage, type PageOptions } from './test-browser.ts';

export type SetUpSite = Awaited<ReturnType<typeof openSetUpSite>>;

/** Opens an admin page with a login. */
export async function openAdmin(
  browser: Browser,
  site: SetUpSite,
  name: string,
  options?: PageOptions,
): Promise<VisitorPage> {
  const visitor = await VisitorPage.open(browser, site.url, options);
  const { page } = visitor;
  await visitor.logIn(site.token);
  await page.goto(`/admin/${name}`);
  await page.locator('h1').waitFor();
  return visitor;
}
