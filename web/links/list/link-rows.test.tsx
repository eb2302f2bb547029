import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'bun:test';
import { useRef } from 'react';
import { aLink } from '../../../tests/support/components/a-link.ts';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { expectToast } from '../../../tests/support/components/failures.ts';
import { inRouter, show, testAccess } from '../../../tests/support/components/render.tsx';
import type { Link } from '../links.api.ts';
import { useSelection } from '../selection/selection.ts';
import type { LinksPageState } from '../use-links-page.ts';
import { useListKeys } from '../use-list-keys.ts';
import { LinkCards } from './link-cards.tsx';
import { LinkTable } from './link-table.tsx';
import type { Sorting } from './sorting.ts';

const links = [
  { ...aLink, id: 1, short_url: 'sale', title: 'Winter sale', tags: ['print'] },
  { ...aLink, id: 2, short_url: 'plain' },
];

let actions: string[] = [];
beforeEach(() => {
  actions = [];
  answerCalls({ '/api/stats/lines': { data: { lines: [] } } });
});

const note = (name: string) => (link: { readonly short_url: string }) =>
  actions.push(`${name} ${link.short_url}`);

const newestFirst: Sorting = { sort: 'created_at', order: 'desc' };

interface ListProps {
  readonly sorting?: Sorting;
  readonly List?: typeof LinkCards;
  readonly shown?: readonly Link[];
}

function Rows({ sorting = newestFirst, List = LinkTable, shown = links }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const selected = useSelection(shown);
  const page = {
    list,
    view: { keyword: '' },
    shown: { links: shown },
    selected,
    hasSelectionBar: selected.isOn,
    selectionBar: { count: selected.count, total: 2, progress: null, onClear: selected.clear },
    rowActions: { qr: note('qr'), edit: note('edit') },
    filterByTag: (tag: string) => actions.push(`tag ${tag}`),
    showView: (view: Sorting) => actions.push(`${view.sort} ${view.order}`),
    dialogs: {},
    actions: {},
  } as unknown as LinksPageState;
  useListKeys(page);
  const look = { density: 'comfortable', shown: ['target', 'tags', 'line', 'date'] } as const;
  return (
    <div ref={list}>
      <button>before</button>
      <List page={page} links={shown} isStale={false} sorting={sorting} look={look} />
      <button>after</button>
    </div>
  );
}

/** The name of the element with the focus. */
function readFocus(): string | null {
  const focused = document.activeElement!;
  if (focused instanceof HTMLTableRowElement) return `row ${focused.dataset['link']}`;
  const named = focused.querySelector('.visually-hidden') ?? focused;
  return focused.getAttribute('aria-label') ?? named.textContent;
}

async function openList(List = LinkTable): Promise<UserEvent> {
  const user = show(inRouter(<Rows List={List} />));
  await screen.findByRole('grid');
  return user;
}

testAccess(
  () => inRouter(<Rows List={LinkCards} />),
  async (user) => {
    await screen.findByRole('grid');
    await user.keyboard('{Tab}{Tab} ');
    await screen.findByRole('group');
  },
);

testAccess(
  () => inRouter(<Rows />),
  async () => void (await screen.findByRole('grid')),
);

test('the grid is one stop of Tab, and arrow keys reach the rest', async () => {
  const user = await openList();
  const seen: (string | null)[] = [];
  for (const key of ['{Tab}', '{Tab}', '{ArrowDown}', '{Tab}', '{Shift>}{Tab}{/Shift}']) {
    await user.keyboard(key);
    seen.push(readFocus());
  }
  expect(seen).toEqual(['before', 'row 1', 'row 2', 'after', 'row 2']);

  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(readFocus()).toBe('Select all links on this page');
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(actions).toEqual(['created_at asc']);
  await user.keyboard('{ArrowDown}');
  expect(readFocus()).toBe('row 1');
});

test('left and right move between the controls of a row', async () => {
  const user = await openList();
  await user.keyboard('{Tab}{Tab}');
  const seen: (string | null)[] = [];
  for (let press = 0; press < 8; press += 1) {
    await user.keyboard('{ArrowRight}');
    seen.push(readFocus());
  }
  expect(seen).toEqual([
    'Select sale',
    'Copy sale',
    'print',
    'Winter sale',
    'example.com',
    'QR code of sale',
    'Actions for sale',
    'Actions for sale',
  ]);
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(actions).toEqual(['qr sale']);
  await user.keyboard('{ArrowDown}');
  expect(readFocus()).toBe('row 2');
});

test('Space selects the row, and Enter edits the link', async () => {
  const user = await openList();
  await user.keyboard('{Tab}{Tab} {ArrowDown}{Enter}');
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'false']);
  expect(actions).toEqual(['edit plain']);
});

test('the title and the free space of a row lead to the page of its link', async () => {
  const user = await openList();
  const named = screen.getByRole('link', { name: 'Winter sale' });
  const plain = screen.getByRole('link', { name: 'Open the page of plain' });
  expect(named.getAttribute('href')).toBe('/admin/links/sale');
  expect(plain.getAttribute('href')).toBe('/admin/links/plain');
  // The number has a tooltip, so it lies above the link.
  await user.click(within(plain.closest('tr')!).getByText('No clicks yet'));
  await waitFor(() => expect(plain.getAttribute('data-status')).toBe('active'));
});

test('a press on the short link copies all of it, and a toast says so', async () => {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  const user = await openList();
  await user.click(screen.getByRole('button', { name: /^Copy sale/ }));
  expect(await navigator.clipboard.readText()).toBe('https://go.example/sale');
  await expectToast('Copied sale');
});

test('the header names the date of the rows', async () => {
  show(inRouter(<Rows sorting={{ sort: 'expires_at', order: 'asc' }} />));
  await screen.findByRole('grid');
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers.slice(1)).toEqual(['Link', 'Last 30 days', 'Clicks', 'Expires', 'Actions']);
  expect(screen.getAllByText('No expiration')).toHaveLength(2);
});

test('the header of clicks explains them on focus and on hover', async () => {
  const user = await openList();
  const clicks = screen.getByRole('button', { name: 'Clicks' });
  await user.hover(clicks);
  expect((await screen.findByRole('tooltip')).textContent).toStartWith('All clicks, including');
  await user.unhover(clicks);
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  await user.keyboard('{Tab}{Tab}{ArrowUp}{ArrowRight}');
  expect(document.activeElement).toBe(clicks);
  const tooltip = await screen.findByRole('tooltip');
  expect(clicks.getAttribute('aria-describedby')).toBe(tooltip.id);
});

test('a phone selects in a mode, whose actions have names', async () => {
  const user = await openList(LinkCards);
  expect(screen.getByRole('grid').hasAttribute('data-selecting')).toBe(false);
  await user.keyboard('{Tab}{Tab} ');
  expect(screen.getByRole('grid').hasAttribute('data-selecting')).toBe(true);
  const bar = screen.getByRole('group', { name: 'Selected links' });
  const names = [...bar.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(names).toEqual([
    'Edit…',
    'Print QR codes',
    'Statistics',
    'Export',
    'Delete selected',
    'Select all 2',
    'Clear',
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'Select all links on this page' }));
  expect(bar.textContent).toContain('2 selected');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByRole('grid').hasAttribute('data-selecting')).toBe(false);
});

test('a link that is only counted says so in place of its days', async () => {
  const lines = [1, 2].map((id) => ({ id, people: [0, 3] }));
  answerCalls({ '/api/stats/lines': { data: { lines } } });
  show(
    inRouter(
      <Rows
        shown={[
          { ...aLink, is_count_only: 1 },
          { ...aLink, id: 2 },
        ]}
      />,
    ),
  );
  await screen.findByText('3 clicks by people in 2 days');
  const cells = [...document.querySelectorAll('td.links-cell-line')];
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Count only',
    '3 clicks by people in 2 days',
  ]);
});
