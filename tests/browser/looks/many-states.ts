import { goTo, type Opening, type PageState } from './page-state.ts';

const LONG = 'w'.repeat(70);
const URL = `https://example.com/${'long'.repeat(300)}`;
const pasted = [
  `${URL}\tnew-code\t${'春'.repeat(60)}\tshop, ${'t'.repeat(32)}`,
  'https://example.com/visited\tvisited',
  'https://other.example/\tvisited',
  `https://example.com/x\t${LONG}`,
  'ftp://example.com/',
].join('\n');

async function pasteMany({ page, ...at }: Opening, text: string): Promise<void> {
  await goTo({ page, ...at }, '/admin/many', 'textarea');
  await page.locator('textarea').fill(text);
  await page.locator('.many-row').first().waitFor();
}

async function openTag(at: Opening): Promise<void> {
  const { page, t } = at;
  await goTo(at, '/admin/tags', '.tags-item');
  const name = { name: 'Quartal' };
  await page.getByRole('button', { name: t('tag.edit.of', name), exact: true }).click();
  await page.locator('.tag-colors').waitFor();
}

const wrongRows: PageState = {
  name: 'the page for many links with wrong rows',
  shows: ['web/links/many/many.page.tsx'],
  open: (at) => pasteMany(at, pasted),
};

const many: readonly PageState[] = [
  {
    name: 'the page for many links',
    shows: ['web/links/many/many.page.tsx'],
    open: (at) => goTo(at, '/admin/many', 'textarea'),
  },
  {
    name: 'the page for many links after they are added',
    shows: ['web/links/many/many.page.tsx'],
    open: async (at) => {
      await pasteMany(at, 'https://example.com/visited\tvisited\nftp://example.com/');
      await at.page.locator('[type=submit]').click();
      await at.page.locator('.many-actions').waitFor();
    },
  },
  {
    name: 'the page for many links with too long a list',
    shows: ['web/links/many/many.page.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/many', 'textarea');
      await at.page.locator('textarea').fill('example.com/a\n'.repeat(1001));
      await at.page.locator('[aria-invalid=true]').waitFor();
    },
  },
];

const mergedTag: PageState = {
  name: 'the dialog that merges a tag into another',
  shows: ['web/tags/tags.page.tsx', 'web/tags/tag-dialog.tsx'],
  open: async (at) => {
    await openTag(at);
    await at.page.getByRole('dialog').getByLabel(at.t('tag.name')).fill('促销');
    await at.page.locator('.tag-merge').waitFor();
  },
};

const tags: readonly PageState[] = [
  {
    name: 'the tags with the longest names',
    shows: ['web/tags/tags.page.tsx'],
    open: (at) => goTo(at, '/admin/tags', '.tags-item'),
  },
  {
    name: 'a search of the tags that finds nothing',
    shows: ['web/tags/tags.page.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/tags', '.tags-item');
      await at.page.getByLabel(at.t('tag.search')).fill('qqq');
      await at.page.getByText(at.t('tag.none')).waitFor();
    },
  },
  {
    name: 'the dialog that edits a tag',
    shows: ['web/tags/tag-dialog.tsx'],
    open: openTag,
  },
  {
    name: 'the question before a tag is deleted',
    shows: ['web/tags/tags.page.tsx'],
    open: async (at) => {
      const { page, t } = at;
      await goTo(at, '/admin/tags', '.tags-item');
      const name = { name: '促销' };
      await page.getByRole('button', { name: t('tag.delete.of', name), exact: true }).click();
      await page.locator('[role=dialog] .confirm-content').waitFor();
    },
  },
  {
    name: 'the tags that cannot be loaded',
    shows: ['web/tags/tags.page.tsx'],
    logs: /status of 500/,
    open: async (at) => {
      await at.page.route('**/api/tags', (route) => route.fulfill({ status: 500, body: '' }));
      await goTo(at, '/admin/tags', '.notice[role=alert]');
    },
  },
];

export const manyStates = [wrongRows, ...many, mergedTag, ...tags];
