import { importLinks } from '../../../contracts/import.ts';
import { deleteLinks } from '../../../contracts/links/links.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../../journeys/set-up-site.ts';
import { changeLink } from '../link/link-page-steps.ts';
import { addLinks, openTools, row, rows, startSelecting } from '../links/links-steps.ts';
import { blackLogo } from '../qr/qr-steps.ts';
import { waitUntil } from '../wait.ts';
import { binStates } from './bin-states.ts';
import { manyStates } from './many-states.ts';
import { goTo, type Opening, type PageState } from './page-state.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LONGEST = 'w'.repeat(64);
const BINNED = `https://${'bin.'.repeat(60)}example/`;
const IMPORTED = `${'Imported-'.repeat(28)}end`;

/** A site whose links have the longest texts, one in each state. */
export async function openListSite(): Promise<SetUpSite> {
  const site = await openSetUpSite();
  const rules = [{ when: { device: ['mobile'] }, target: 'https://example.com/phones' }];
  await addLinks(site, [
    { short_url: LONGEST, title: '春'.repeat(60), ttl_days: 2 },
    { short_url: 'url', long_url: `https://example.com/?q=${'x'.repeat(1980)}` },
    { short_url: 'tags', tags: Array.from({ length: 20 }, (_, at) => `${at}${'t'.repeat(30)}`) },
    { short_url: 'off' },
    { short_url: 'ruled', rules },
    { short_url: 'later' },
    { short_url: 'over' },
    { short_url: 'bin', title: 'B'.repeat(256), long_url: BINNED },
    { short_url: 'visited', title: '春季促销', tags: ['促销', 'Quartal'] },
  ]);
  const file = JSON.stringify([yourlsRow(IMPORTED, { title: 'T'.repeat(256) })]);
  await site.call(importLinks, { file }, site.token);
  await changeLink(site, 'off', { is_active: 0 });
  await changeLink(site, 'ruled', { password: 'secret', max_clicks: 1000 });
  await changeLink(site, 'later', { starts_at: 4_000_000_000 });
  await changeLink(site, 'over', { max_clicks: 1 });
  for (const code of ['over', 'visited', 'visited']) {
    await site.fetch(`/${code}`, { headers: { 'User-Agent': PERSON } });
  }
  const links = await listAll(site, site.token);
  const { id } = links.find(({ short_url: code }) => code === 'bin')!;
  await site.call(deleteLinks, { ids: [id] }, site.token);
  return site;
}

const openList = async (at: Opening): Promise<void> => {
  await goTo(at, '/admin/list', '[data-link]');
  await row(at.page, 'visited').waitFor();
};

/** A dialog that a key on the newest link opens. */
async function pressOnRow(at: Opening, key: string, ready: string): Promise<void> {
  await openList(at);
  await row(at.page, 'visited').focus();
  await at.page.keyboard.press(key);
  await at.page.getByRole('dialog').locator(ready).first().waitFor();
}

async function selectFirst({ page }: Opening): Promise<void> {
  await startSelecting(page);
  await rows(page).first().getByRole('checkbox').check();
}

const list: readonly PageState[] = [
  {
    name: 'the list with the longest texts and a link in each state',
    shows: ['web/links/links.page.tsx', 'web/frame/shell.tsx', 'web/admin/named-page.tsx'],
    open: openList,
  },
  {
    name: 'the list with the longest short link copied',
    shows: ['web/links/links.page.tsx', 'web/toasts.tsx'],
    open: async (at) => {
      await openList(at);
      await rows(at.page).last().locator('.links-code-text').click();
      await at.page.getByText(at.t('links.copied', { code: IMPORTED })).waitFor();
    },
  },
  {
    name: 'the list by the last click, with links that have none',
    shows: ['web/links/links.page.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/list?sort=last_clicked_at', '[data-link]');
      await row(at.page, 'visited').locator('time').last().waitFor();
    },
  },
  {
    name: 'the list with selected links',
    shows: ['web/links/links.page.tsx'],
    open: async (at) => {
      await openList(at);
      await selectFirst(at);
      await at.page.locator('.links-selected-count').waitFor();
    },
  },
  {
    name: 'the list with a link that was just added, and its QR code',
    shows: ['web/links/links.page.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/list?new=1', '[role=dialog] form');
      const dialog = at.page.getByRole('dialog');
      await dialog.getByLabel(at.t('links.long')).fill(`https://example.com/${'w'.repeat(300)}`);
      await dialog.locator('[type=submit]').click();
      await at.page.getByRole('button', { name: at.t('qr.title'), exact: true }).click();
      await at.page.locator('.added .qr-code').waitFor();
    },
  },
  ...['everywhere', 'short_url'].map((filter) => ({
    name: `a search of the list that finds links: ${filter}`,
    shows: ['web/links/links.page.tsx'],
    open: (at: Opening) =>
      goTo(at, `/admin/list?filter=${filter}&keyword=example&state=live`, '[data-link]'),
  })),
  {
    name: 'a search of the list that finds nothing',
    shows: ['web/links/search/nothing-found.tsx'],
    open: (at) => goTo(at, `/admin/list?filter=title&keyword=${'q'.repeat(80)}`, '.notice'),
  },
  {
    name: 'a search in all fields that finds nothing',
    shows: ['web/links/search/nothing-found.tsx'],
    open: (at) => goTo(at, '/admin/list?filter=everywhere&keyword=qqq', '.notice'),
  },
  {
    name: 'the list that cannot be loaded',
    shows: ['web/links/list/link-list.tsx'],
    logs: /status of 500/,
    open: async (at) => {
      await at.page.route('**/api/urls?*', (route) => route.fulfill({ status: 500, body: '' }));
      await goTo(at, '/admin/list', '.notice[role=alert]');
    },
  },
];

const menus: readonly PageState[] = [
  {
    name: 'the formats for an export of the selected links',
    shows: ['web/export/export-menu.tsx'],
    open: async (at) => {
      await openList(at);
      await selectFirst(at);
      await at.page.getByRole('button', { name: at.t('export'), exact: true }).click();
      await at.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'the menu of a row',
    shows: ['web/links/list/row-buttons.tsx'],
    open: async (at) => {
      await openList(at);
      await row(at.page, 'visited').locator('[aria-haspopup=menu]').click();
      await at.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'the choice of what a row shows',
    shows: ['web/links/tool-popover.tsx'],
    open: (at) => openTool(at, 'links.view'),
  },
  {
    name: 'the filters of the list',
    shows: ['web/links/tool-popover.tsx', 'web/links/search/filter-form.tsx'],
    open: (at) => openTool(at, 'filter.add'),
  },
  {
    name: 'the saved views of the list',
    shows: ['web/links/tool-popover.tsx', 'web/links/views/views-list.tsx'],
    open: async (at) => {
      await openTool(at, 'views.title');
      await at.page.locator('.links-filter-fields input').first().fill('促销'.repeat(16));
      await at.page.keyboard.press('Enter');
      await at.page.locator('.links-view-name').first().waitFor();
    },
  },
  {
    name: 'the offer to move views from the browser to the account',
    shows: ['web/links/tool-popover.tsx', 'web/links/views/views-list.tsx'],
    open: async (at) => {
      await at.page.evaluate(`localStorage.setItem('saved_views', ${JSON.stringify(heldViews)})`);
      await openTool(at, 'views.title');
      const discard = at.page.getByRole('button', { name: at.t('views.held.discard') });
      await discard.waitFor();
      await at.page.evaluate("localStorage.removeItem('saved_views')");
    },
  },
];

/** What browsers kept before accounts did. */
const heldViews = JSON.stringify([
  { name: '促销'.repeat(16), search: { keyword: '春' } },
  { name: 'Q', search: { tag: 'quartal' } },
]);

async function openTool(at: Opening, name: string): Promise<void> {
  await goTo(at, '/admin/list?tag=quartal&keyword=%E6%98%A5', '[data-link]');
  const tool = at.page.getByRole('button', { name: at.t(name), exact: true });
  // A phone has most tools in one sheet.
  await ((await tool.isVisible()) ? tool.click() : openTools(at.page));
  await at.page.locator('.links-filter-fields').first().waitFor();
}

const dialogs: readonly PageState[] = [
  {
    name: 'the dialog that adds a link, with wrong fields',
    shows: ['web/links/form/link-dialog.tsx'],
    open: async (at) => {
      const { page, t } = at;
      await goTo(at, '/admin/list?new=1', '[role=dialog] form');
      const dialog = page.getByRole('dialog');
      await dialog.getByText(t('add.validity.own'), { exact: true }).click();
      await dialog.locator('[type=submit]').click();
      await dialog.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'the dialog that adds a link, filled in from outside and open',
    shows: ['web/links/form/link-dialog.tsx', 'web/tags/tags-input.tsx'],
    open: async (at) => {
      const shared = encodeURIComponent('https://example.com/shared');
      await goTo(at, `/admin/share?url=${shared}&title=Shared`, '[role=dialog] form');
      const dialog = at.page.getByRole('dialog');
      await waitUntil(
        at.page,
        () => dialog.getByLabel(at.t('links.page.title')).inputValue(),
        'Shared',
      );
      await dialog.locator('summary').first().click();
      await dialog.getByRole('combobox', { name: at.t('links.tags') }).fill('q');
      await at.page.locator('.tags-suggestion').first().waitFor();
    },
  },
  {
    name: 'the dialog that adds a link, with the offer to restore a deleted one',
    shows: ['web/links/form/link-dialog.tsx', 'web/links/form/binned-link.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/list?new=1', '[role=dialog] form');
      const dialog = at.page.getByRole('dialog');
      await dialog.getByLabel(at.t('links.long')).fill(BINNED);
      await dialog.getByLabel(at.t('home.code.label')).fill('bin');
      await dialog.locator('[type=submit]').click();
      await dialog.locator('.restore-offer').waitFor();
    },
  },
  {
    name: 'the dialog that adds a link, with campaign tags',
    shows: ['web/links/form/link-dialog.tsx', 'web/links/campaign/campaign-panel.tsx'],
    open: async (at) => {
      const { page, t } = at;
      await goTo(at, '/admin/list?new=1', '[role=dialog] form');
      await page
        .getByRole('dialog')
        .getByLabel(t('links.long'))
        .fill('example.com/?utm_source=letter');
      await page.locator('.campaign-open').click();
      await page.getByRole('combobox', { name: t('campaign.source'), exact: true }).waitFor();
    },
  },
  {
    name: 'the dialog that adds a link, with input from before',
    shows: ['web/links/form/link-dialog.tsx'],
    open: async (at) => {
      const { page, t } = at;
      await openList(at);
      await page.keyboard.press('n');
      await page.getByRole('dialog').getByLabel(t('links.long')).fill('https://example.com/draft');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('n');
      await page.getByRole('dialog').getByText(t('add.restored')).waitFor();
    },
  },
  // The next dialog that adds a link would begin with its wrong field.
  {
    name: 'the dialog that adds a link, with all its parts unfolded',
    shows: ['web/links/routing/new-link-fields.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/list?new=1', '[role=dialog] form');
      const dialog = at.page.getByRole('dialog');
      for (const part of ['rules', 'password', 'social'] as const) {
        await dialog.getByText(at.t(`add.part.${part}`), { exact: true }).click();
      }
      await dialog.locator('[name="rules.apple"]').fill('no url');
      await dialog.locator('[name=password]').fill('secret');
      await dialog.locator('[name="social.image"]').fill('https://example.com/card.png');
      await dialog.locator('[name="rules.apple"][aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'the dialog that edits a link',
    shows: ['web/links/form/link-dialog.tsx'],
    open: async (at) => {
      await openList(at);
      await row(at.page, 'tags').focus();
      await at.page.keyboard.press('e');
      await at.page.locator('[role=dialog] .tags-pill-name').first().waitFor();
    },
  },
  {
    name: 'the dialog that duplicates a link without a code of its own',
    shows: ['web/links/form/link-dialog.tsx'],
    open: async (at) => {
      await pressOnRow(at, 'd', 'form');
      await at.page.keyboard.press('Enter');
      await at.page.locator('[role=dialog] [aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'the keys of the list',
    shows: ['web/links/keys-dialog.tsx'],
    open: (at) => pressOnRow(at, '?', 'kbd'),
  },
  {
    name: 'the dialog of a QR code with a logo and too light a color',
    shows: ['web/qr/qr-dialog.tsx', 'web/qr/qr-panel.tsx'],
    open: async (at) => {
      const { page, t } = at;
      await pressOnRow(at, 'q', '.qr-code');
      const dialog = page.getByRole('dialog');
      await dialog.locator('.qr-design > summary').click();
      await dialog.getByLabel(t('qr.frame')).check();
      await dialog.locator('input[type=file]').setInputFiles(blackLogo);
      await page.getByRole('button', { name: t('qr.logo.remove') }).waitFor();
      await dialog.getByLabel(t('qr.color'), { exact: true }).fill('#ffee00');
      await dialog.getByText(t('qr.contrast')).waitFor();
    },
  },
  {
    name: 'the dialog that prints QR codes',
    shows: ['web/qr/print-dialog.tsx', 'web/qr/print-panel.tsx'],
    open: async (at) => {
      await openList(at);
      await selectFirst(at);
      await at.page.getByRole('button', { name: at.t('qr.print'), exact: true }).click();
      await at.page.locator('[role=dialog] .sheet-label').first().waitFor();
    },
  },
  {
    name: 'the question before selected links are deleted',
    shows: ['web/form/confirm.tsx', 'web/links/selection/use-delete.tsx'],
    open: async (at) => {
      await openList(at);
      await selectFirst(at);
      await at.page.keyboard.press('Delete');
      await at.page.locator('[role=dialog] .confirm-content').waitFor();
    },
  },
  {
    name: 'the bulk dialog without a change',
    shows: ['web/links/bulk/bulk-dialog.tsx', 'web/links/bulk/bulk-form.tsx'],
    open: openBulk,
  },
  {
    name: 'the bulk dialog with the changes of the longest texts',
    shows: ['web/links/bulk/bulk-form.tsx'],
    open: async (at) => {
      const { page, t } = at;
      await openBulk(at);
      const dialog = page.getByRole('dialog');
      const tags = dialog.getByRole('combobox', { name: t('bulk.tags.add') });
      await tags.fill(`${'w'.repeat(32)},`);
      await dialog.getByLabel(t('bulk.find')).fill('https://example.com/');
      await dialog.getByLabel(t('bulk.put')).fill(`https://new.example/${'long'.repeat(100)}`);
      await dialog.locator('ins').first().waitFor();
      await dialog.locator('summary').first().click();
    },
  },
];

async function openBulk(at: Opening): Promise<void> {
  const { page, t } = at;
  await openList(at);
  await startSelecting(page);
  await page.getByRole('checkbox', { name: t('links.select.all') }).check();
  await page.getByRole('button', { name: t('bulk.open'), exact: true }).click();
  await page.getByRole('combobox', { name: t('bulk.tags.add') }).waitFor();
}

export const listStates = [...list, ...menus, ...dialogs, ...binStates, ...manyStates];
