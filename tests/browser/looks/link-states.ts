import { addDomain } from '../../../contracts/domains.ts';
import { drain, openSetUpSite, type SetUpSite } from '../../journeys/set-up-site.ts';
import { changeLink } from '../link/link-page-steps.ts';
import { everything, openMore, openSection, section } from '../link/link-routing-steps.ts';
import { addLinks } from '../links/links-steps.ts';
import { insertAlerts, visit } from '../statistics/stats-steps.ts';
import { goTo, type Opening, type PageState } from './page-state.ts';

const LONG_TITLE = '春'.repeat(60);
const SOURCE = 'x'.repeat(100);
const GO = 'go.example';
const MUNICH = 'xn--mnchen-3ya.example';

/** A site with visits of every kind, and a link that sets everything. */
export async function openLinkSite(): Promise<SetUpSite> {
  const env = { TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country' };
  const site = await openSetUpSite({ env });
  for (const host of [GO, MUNICH]) await site.call(addDomain, { host }, site.token);
  await addLinks(site, [
    { short_url: 'calm' },
    { short_url: 'gone', domain: MUNICH },
    { short_url: 'spring', title: 'Spring', tags: ['garden'] },
  ]);
  await changeLink(site, 'spring', { rules: everything.rules });
  const referrer = 'https://news.example.org/today';
  await visit(site, 'spring', [
    { agent: 'chrome', referrer, country: 'DE' },
    { agent: 'chrome', referrer, country: 'DE', query: `?utm_source=${SOURCE}` },
    { agent: 'firefox', country: 'FR', query: '?qr' },
    { agent: 'hostile', query: '?ref=mail&any=1' },
    { agent: 'bot' },
    { agent: 'preview' },
  ]);
  await visit(site, 'gone', [{ agent: 'chrome' }], MUNICH);
  await site.fetch('/lost', { headers: { host: GO } });
  await changeLink(site, 'spring', { ...everything, tags: ['garden', 'shed'], note: '两\n行' });
  await changeLink(site, 'spring', { title: LONG_TITLE, is_active: 0 });
  await drain(site);
  await insertAlerts(site, 'spring', 'calm');
  return site;
}

const link = '/admin/links/spring';

const pages: readonly PageState[] = [
  {
    name: 'the page of a link with its statistics',
    shows: [
      'web/link/link.page.tsx',
      'web/link/statistics.page.tsx',
      'web/stats/charts/world-map.tsx',
    ],
    open: (at) => openReport(at, link),
  },
  {
    name: 'the page of a link without clicks',
    shows: ['web/link/statistics.page.tsx', 'web/stats/no-clicks.tsx'],
    open: (at) => goTo(at, '/admin/links/calm', '.stats .notice'),
  },
  {
    name: 'the page of a link that does not exist',
    shows: ['web/link/link-not-found.tsx'],
    open: (at) => goTo(at, `/admin/links/${'q'.repeat(200)}`, '.notice h1'),
  },
  {
    name: 'the page of a link that cannot be loaded',
    shows: ['web/link/link.page.tsx'],
    logs: /status of 500/,
    open: async (at) => {
      await at.page.route('**/api/get_url_info*', (route) =>
        route.fulfill({ status: 500, body: '' }),
      );
      await goTo(at, link, '.notice[role=alert]');
    },
  },
  {
    name: 'the menu of a link',
    shows: ['web/link/link-actions.tsx'],
    only: 'phone',
    open: async (at) => {
      await openReport(at, link);
      await at.page.locator('.link-menu').click();
      await at.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'the dialog that duplicates a link from its page',
    shows: ['web/links/form/link-dialog.tsx'],
    only: 'desktop',
    open: async (at) => {
      await goTo(at, link, '.link-actions button');
      await at.page.getByRole('button', { name: at.t('link.duplicate'), exact: true }).click();
      await at.page.locator('[role=dialog] form').waitFor();
    },
  },
  {
    name: 'the QR code of a link on its page',
    shows: ['web/qr/qr-dialog.tsx'],
    open: async (at) => {
      await goTo(at, link, '.link-actions button');
      await at.page.getByRole('button', { name: at.t('qr.title'), exact: true }).click();
      await at.page.locator('[role=dialog] .qr-code').waitFor();
    },
  },
];

const SETTINGS = `${link}/settings`;

const settings: readonly PageState[] = [
  {
    name: 'the settings of a link, changed and not saved',
    shows: ['web/link/settings.page.tsx'],
    open: async (at) => {
      await goTo(at, SETTINGS, '.routing-toggle');
      await at.page.locator('[name=title]').fill('改动');
      await at.page.locator('.save-bar[data-open]').waitFor();
    },
  },
  {
    name: 'the settings of a link with every section open',
    shows: ['web/link/settings.page.tsx', 'web/links/routing/section-fields.tsx'],
    open: async (at) => {
      await goTo(at, SETTINGS, '.routing-toggle');
      await openMore(at.page);
      const closed = at.page.locator('.routing-toggle[aria-expanded=false]');
      while ((await closed.count()) > 0) await closed.first().click();
      await at.page.locator('.rule-toggle').first().waitFor();
      for (const toggle of await at.page.locator('.rule-toggle').all()) await toggle.click();
      await at.page.locator('.try-why').waitFor();
      await section(at.page, 'looks').locator('input').first().waitFor();
    },
  },
  {
    name: 'the conditions to choose for a rule',
    shows: ['web/links/routing/rule-card.tsx'],
    open: async (at) => {
      await openNewRule(at);
      await at.page.locator('.rule-condition-add').first().press('Enter');
      await at.page.locator('.rule-condition-add').last().press('Enter');
      await at.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'a rule without a target, and a limit that is no number',
    shows: ['web/links/routing/section-fields.tsx'],
    open: async (at) => {
      await openNewRule(at);
      await openSection(at.page, 'when');
      await at.page.getByLabel(at.t('when.clicks')).fill('viele');
      await at.page.keyboard.press('Control+s');
      await at.page.locator('[aria-invalid=true]').nth(1).waitFor();
    },
  },
  {
    name: 'the question before unsaved settings are left',
    shows: ['web/form/use-unsaved-guard.tsx', 'web/form/confirm.tsx'],
    open: async (at) => {
      await goTo(at, SETTINGS, '.routing-toggle');
      await at.page.locator('[name=title]').fill('改动');
      await at.page.getByRole('link', { name: at.t('link.history'), exact: true }).click();
      await at.page.locator('[role=dialog] .confirm-content').waitFor();
    },
  },
];

async function openNewRule(at: Opening): Promise<void> {
  await goTo(at, SETTINGS, '.routing-toggle');
  await openSection(at.page, 'where');
  await at.page.getByRole('button', { name: at.t('rule.add'), exact: true }).click();
  await at.page.locator('.rule-condition-add').first().waitFor();
}

const history: readonly PageState[] = [
  {
    name: 'the history of a link with every kind of change',
    shows: ['web/link/history.page.tsx'],
    open: (at) => goTo(at, `${link}/history`, '.edit'),
  },
  {
    name: 'the history of a link without changes',
    shows: ['web/link/history.page.tsx'],
    open: (at) => goTo(at, '/admin/links/calm/history', '.notice'),
  },
  {
    name: 'the history of a link that cannot be loaded',
    shows: ['web/link/history.page.tsx'],
    logs: /status of 500/,
    open: async (at) => {
      await at.page.route('**/api/urls/history*', (route) =>
        route.fulfill({ status: 500, body: '' }),
      );
      await goTo(at, `${link}/history`, '.notice[role=alert]');
    },
  },
];

const STATISTICS = '/admin/stats';

/** Opens statistics and waits until all figures and lists are there. */
async function openReport(at: Opening, path: string): Promise<void> {
  await goTo(at, path, '.stats-chart svg');
  await at.page.getByRole('table', { name: at.t('stats.week') }).waitFor();
  await at.page.locator('.world-map, .stats-map svg').first().waitFor();
}

const statistics: readonly PageState[] = [
  {
    name: 'the statistics of the site with all lists',
    shows: [
      'web/stats/stats.page.tsx',
      'web/stats/site/site-lists.tsx',
      'web/stats/charts/world-map.tsx',
    ],
    open: async (at) => {
      await openReport(at, STATISTICS);
      await at.page.locator('.site-list-row').first().waitFor();
    },
  },
  {
    name: 'the statistics of the site with a tip on the chart',
    shows: ['web/stats/stats.page.tsx'],
    open: async (at) => {
      await openReport(at, STATISTICS);
      const chart = at.page.locator('.stats-chart svg');
      const { width, height } = (await chart.boundingBox())!;
      await chart.hover({ position: { x: width - 4, y: height / 2 } });
      await at.page.locator('.chart-tip-clicks').first().waitFor();
    },
  },
  {
    name: 'the statistics of the site as a table of 24 hours',
    shows: ['web/stats/stats.page.tsx'],
    open: async (at) => {
      await openReport(at, `${STATISTICS}?period=24h`);
      await at.page.getByRole('button', { name: at.t('stats.chart.table'), exact: true }).click();
      await at.page.locator('.stats-table-frame').waitFor();
    },
  },
  {
    name: 'filtered statistics of the site',
    shows: ['web/stats/stats.page.tsx'],
    open: async (at) => {
      await goTo(at, `${STATISTICS}?audience=all&browser=Chrome&domain=none`, '.stats-chart svg');
      await at.page.locator('.site-list-note').first().waitFor();
    },
  },
  {
    name: 'the statistics of a tag, compared with the period before',
    shows: ['web/stats/stats.page.tsx'],
    open: async (at) => {
      await openReport(at, `${STATISTICS}?tag=garden&period=7d&compare=before`);
      await at.page.locator('.click-chart-compared').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'the tags that statistics can be filtered by',
    shows: ['web/stats/site/link-filters.tsx'],
    open: async (at) => {
      await openReport(at, `${STATISTICS}?tag=garden`);
      await at.page.getByRole('button', { name: at.t('stats.tag.choose') }).click();
      await at.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'filtered statistics without clicks',
    shows: ['web/stats/no-clicks.tsx'],
    open: (at) => goTo(at, `${STATISTICS}?browser=Lynx`, '.stats .notice'),
  },
  {
    name: 'statistics with dates that make no range',
    shows: ['web/stats/stats.page.tsx'],
    open: async (at) => {
      await goTo(at, `${STATISTICS}?from=2020-02-28&to=2020-02-28`, '.stats .notice');
      await at.page.getByLabel(at.t('filter.until'), { exact: true }).fill('2020-02-20');
      await at.page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'two links side by side, and a channel with its sources',
    shows: ['web/stats/side/side-by-side.tsx'],
    open: async (at) => {
      await openReport(at, `${STATISTICS}?series=link:spring,calm`);
      await at.page.locator('.side-chart svg').waitFor();
      await at.page.locator('.stats-open').first().click();
      await at.page.locator('.stats-inner li').first().waitFor();
    },
  },
  {
    name: 'the formats of one list of statistics',
    shows: ['web/stats/lists/save-list.tsx'],
    open: async (at) => {
      await openReport(at, STATISTICS);
      await at.page.locator('.stats-save').first().click();
      await at.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'the formats of an export of statistics',
    shows: ['web/stats/export-menu.tsx'],
    open: async (at) => {
      await openReport(at, STATISTICS);
      await at.page.locator('.stats-export').click();
      await at.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'statistics that cannot be loaded',
    shows: ['web/stats/statistics.tsx'],
    logs: /status of 500/,
    open: async (at) => {
      await at.page.route('**/api/stats/**', (route) => route.fulfill({ status: 500, body: '' }));
      await goTo(at, STATISTICS, '.notice[role=alert]');
    },
  },
];

export const linkStates = [...pages, ...settings, ...history, ...statistics];
