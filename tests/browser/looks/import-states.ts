import type { Job, JobRow } from '../../../contracts/import-jobs.ts';
import { hardFiles } from '../../import-files/hard-files.ts';
import { aDoneImport, anImport, anImportRow } from '../../support/components/an-import.ts';
import { goTo, type Opening, type PageState } from './page-state.ts';

async function startImport(at: Opening, name: string, content: string): Promise<void> {
  const buffer = Buffer.from(content);
  await goTo(at, '/admin/migration', 'input[type=file] ~ *, .migration-drop');
  const file = { name, mimeType: 'application/json', buffer };
  await at.page.locator('input[type=file]').setInputFiles(file);
  await at.page.locator('.migration-file').waitFor();
  await at.page.getByRole('button', { name: at.t('migration.start'), exact: true }).click();
}

const condition = { type: 'ip-address', matchKey: null, matchValue: '203.0.113.7' };
const redirectRules = [{ longUrl: 'https://example.com/b', priority: 1, conditions: [condition] }];
const ruledLink = { shortCode: 'ruled', longUrl: 'https://example.com/a', redirectRules };

const page = 'web/import/migration.page.tsx';

const direct: readonly PageState[] = [
  {
    name: 'the data migration with a chosen file',
    shows: [page],
    open: async (at) => {
      await goTo(at, '/admin/migration', '.migration-drop');
      const name = `${'long-'.repeat(40)}.json`;
      const file = { name, mimeType: 'application/json', buffer: Buffer.from('[]') };
      await at.page.locator('input[type=file]').setInputFiles(file);
      await at.page.locator('.migration-file').waitFor();
    },
  },
  {
    name: 'an import with missing pages',
    shows: [page],
    open: async (at) => {
      await startImport(at, 'shlink.json', hardFiles['Shlink, one page of nine']);
      await at.page.getByRole('note').waitFor();
    },
  },
  {
    name: 'an import with failed rows and long values',
    shows: [page],
    open: async (at) => {
      await startImport(at, 'shlink.json', JSON.stringify([ruledLink]));
      await at.page.getByRole('row', { name: /ruled/ }).waitFor();
    },
  },
  {
    name: 'an import of a file that is refused',
    shows: [page],
    open: async (at) => {
      await startImport(at, 'strange.json', '{"some":"thing"}');
      await at.page.locator('.migration-failure').waitFor();
    },
  },
];

function reply(data: object) {
  return { json: { code: 200, msg: 'success', data } };
}

/** Answers with these imports, and opens the first. */
async function openImport(at: Opening, jobs: readonly Job[], rows: readonly JobRow[] = []) {
  const { length: total } = rows;
  const listed = { total: total * 40, listed: total * 30, page: 1, limit: 10, rows };
  await at.page.route(/\/api\/imports(?:\?|$)/, (route) => route.fulfill(reply(jobs)));
  await at.page.route('**/api/imports/rows?*', (route) => route.fulfill(reply(listed)));
  await goTo(at, '/admin/migration', '.over-job, .over-former-name');
  const isOpen = (await at.page.locator('.over-job').count()) > 0;
  if (!isOpen) await at.page.locator('.over-former-name').first().click();
  await at.page.locator('.over-job').waitFor();
}

const LONG = `https://www.example.com/${'a-long-path/'.repeat(12)}`;

const rows = [
  anImportRow({ long_url: LONG, key: 'short.url.exists', former: `${LONG}former` }),
  anImportRow({ row: 1300, short_url: 'x'.repeat(80), key: 'link.protected' }),
  anImportRow({ field: 'tags', former: 'one, two, three', present: 'one, two' }),
];

const facts: Partial<Job> = {
  name: `${'long-'.repeat(20)}.csv`,
  clicks: {
    with_details: 12_000,
    without: 345,
    from: 1_700_000_000,
    until: 1_790_000_000,
    beyond: 12,
    ahead: 3,
    with_country: 11_000,
    with_referrer: 5000,
    with_browser: 12_000,
    with_system: 9000,
  },
  domains: Array.from({ length: 40 }, (_, index) => `domain-${index}.example`),
  tags: 3,
  partial: { in_file: 100, in_source: 2000 },
};

const job = 'web/import/jobs/job-report.tsx';

const jobs: readonly PageState[] = [
  {
    name: 'the data migration with the way from another program',
    shows: [page],
    open: async (at) => {
      await goTo(at, '/admin/migration', '.over-tile');
      await at.page.locator('.over-tile').first().click();
      await at.page.locator('.over-other > summary').click();
    },
  },
  {
    name: 'a checked import with its columns, and rows whose code is taken',
    shows: [page],
    open: async (at) => {
      await openImport(at, [anImport(facts), aDoneImport({ id: 2 })], rows);
      await at.page.locator('.over-count').nth(2).click();
      await at.page.locator('.over-row').nth(2).waitFor();
    },
  },
  {
    name: 'an import at work on a server that is away',
    shows: [page],
    open: (at) =>
      openImport(at, [
        anImport({
          state: 'running',
          started_at: 1,
          progress: { done: 45, total: 100, ends_at: Date.now() / 1000 + 90_000 },
          error: { key: 'import.away', reason: '' },
        }),
      ]),
  },
  {
    name: 'an import of a file that is not understood',
    shows: [page],
    open: (at) =>
      openImport(at, [
        anImport({ state: 'failed', columns: [], error: { key: 'import.unknown', reason: '' } }),
      ]),
  },
  {
    name: 'a stopped import',
    shows: [page],
    open: (at) => openImport(at, [aDoneImport({ ...facts, state: 'stopped' })]),
  },
  {
    name: 'an undone import with links that stayed',
    shows: [page],
    open: async (at) => {
      const counts = { read: 3, new: 3, here: 0, taken: 0, refused: 0, cut: 0, kept: 3 };
      await openImport(at, [aDoneImport({ state: 'undone', counts })], rows);
      await at.page.locator('.over-row').nth(2).waitFor();
    },
  },
  {
    name: 'the question before an import is undone',
    shows: [job],
    open: async (at) => {
      await openImport(at, [aDoneImport(facts)]);
      await at.page.getByRole('button', { name: at.t('over.undo'), exact: true }).click();
      await at.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the question before an import leaves the list',
    shows: ['web/import/jobs/job-list.tsx'],
    open: async (at) => {
      await openImport(at, [anImport(), aDoneImport({ id: 2, name: 'yourls.sql.gz' })]);
      const name = at.t('over.jobs.delete', { name: 'yourls.sql.gz' });
      await at.page.getByRole('button', { name, exact: true }).click();
      await at.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the imports that cannot be loaded',
    shows: [page],
    logs: /status of 500/,
    open: async (at) => {
      await at.page.route('**/api/imports', (route) => route.fulfill({ status: 500, body: '' }));
      await goTo(at, '/admin/migration', '.migration > section [role=alert]');
    },
  },
];

function markFaked(state: PageState): PageState {
  return { ...state, isFaked: true };
}

export const importStates: readonly PageState[] = [...direct, ...jobs.map(markFaked)];
