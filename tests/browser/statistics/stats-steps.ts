import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { openTestEngine } from '../../support/test-engine.ts';
import type { SetUpSite } from '../admin-page.ts';
import { findLink } from '../link/link-page-steps.ts';
import { waitUntil } from '../wait.ts';

const agents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  bot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  preview: 'WhatsApp/2.23.20.0',
  hostile: `Mozilla/5.0 (X11; "><img src=x onerror="window.harmed=1">) <script>window.harmed=1</script> Firefox/143.0`,
  hostileBot: '"><img src=x onerror="window.harmed=1">bot/1.0 (+javascript:window.harmed=1)',
};

interface Visit {
  readonly agent: keyof typeof agents;
  /** In the header that a site reads it from. */
  readonly country?: string;
  readonly query?: string;
  readonly referrer?: string;
}

/** Visits a link a number of times, each time with other headers. */
export async function visit(
  site: SetUpSite,
  code: string,
  visits: readonly Visit[],
  host?: string,
): Promise<void> {
  for (const { agent, query = '', referrer, country } of visits) {
    const headers = {
      'user-agent': agents[agent],
      'accept-language': 'de-DE,de;q=0.9',
      ...(referrer !== undefined && { referer: referrer }),
      ...(host !== undefined && { host }),
      ...(country !== undefined && { 'x-country': country }),
    };
    const response = await site.fetch(`/${code}${query}`, { headers });
    expect(response.status).toBe(302);
  }
}

/** The number with a name in the summary. */
function total(page: Page, name: string): Locator {
  return page
    .locator('.stats-totals > div')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
    .locator('.stats-total');
}

/** Waits for a number of the summary. */
export async function waitForTotal(page: Page, name: string, wanted: string): Promise<void> {
  await total(page, name).waitFor();
  await waitUntil(page, () => total(page, name).textContent(), wanted);
}

/** A row in the lists of a panel. */
export function row(page: Page, panel: string, name: string): Locator {
  return page.getByRole('region', { name: panel }).getByRole('button', { name });
}

/** The query parameters of the page. */
export function readSearch(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Stores an alert for a link that is clicked more and for one that no longer is, and unknown codes. */
export async function insertAlerts(
  site: SetUpSite,
  busyCode: string,
  silentCode: string,
): Promise<void> {
  const [busy, silent] = await Promise.all(
    [busyCode, silentCode].map((code) => findLink(site, code)),
  );
  const now = Math.floor(Date.now() / 1000);
  const engine = await openTestEngine(site.dataDir);
  const alert = { created_at: now, dismissed_at: null };
  await engine.write(async (tx) => {
    await tx
      .insertInto('alert')
      .values([
        { ...alert, link_id: busy!.id, kind: 'spike', people: 1240, usual: 35.2 },
        { ...alert, link_id: silent!.id, kind: 'silence', people: 0, usual: 31 },
      ])
      .execute();
    const missed = { day: Math.floor(now / 86_400), last_at: now };
    await tx
      .insertInto('missed_code')
      .values([
        { ...missed, code: 'sumer-sale', times: 31 },
        { ...missed, code: '<b>wp<b>!', times: 17 },
      ])
      .execute();
  });
  await engine.close();
}
