import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'bun:test';
import type { ReactNode } from 'react';
import { findButton, show, testAccess } from '../../../tests/support/components/render.tsx';
import { aReport, answerReports } from '../../../tests/support/components/reports.ts';
import { ListPanel } from './list-panel.tsx';
import { ShownStatistics } from '../shown-statistics.ts';
import { readView, type StatsView } from '../stats-view.ts';

const asked = answerReports({ 'channel=social': aReport({ source: { Facebook: 5 }, none: 1 }) });

function inPage(children: ReactNode, view: StatsView = readView({})) {
  return <ShownStatistics value={{ code: null, view }}>{children}</ShownStatistics>;
}

let shown: Partial<StatsView>[] = [];
const onShow = (change: Partial<StatsView>) => void shown.push(change);

const report = aReport({ channel: { social: 6, direct: 2 }, source: { X: 3 } });
const panel = inPage(
  <ListPanel
    title="Sources"
    dimensions={['channel', 'source']}
    report={report}
    filters={{}}
    onFilter={(filters) => onShow({ filters })}
  />,
);

testAccess(
  () => panel,
  async (user) => {
    await user.click(document.querySelector('.stats-open')!);
    await waitFor(() => expect(document.querySelector('.stats-inner > li')).not.toBeNull());
  },
);

test('a channel opens to its sources, whose shares are of all clicks', async () => {
  shown = [];
  const user = show(panel);
  const opener = await findButton('Sources of Social media');
  await user.click(opener);
  const sources = await screen.findByRole('list', { name: 'Sources of Social media' });
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  const rows = within(sources).getAllByRole('button');
  const numbers = rows.map((row) =>
    [...row.querySelectorAll('.stats-row-count, .stats-row-share')].map((cell) => cell.textContent),
  );
  expect(numbers).toEqual([
    ['5', '63%'],
    ['1', '13%'],
  ]);
  const [first] = rows;
  await user.click(first!);
  expect(shown).toEqual([{ filters: { channel: 'social', source: 'Facebook' } }]);
  await user.click(opener);
  expect(screen.queryByRole('list', { name: 'Sources of Social media' })).toBeNull();
});

test('a list is saved by itself, also for Excel', async () => {
  const user = show(panel);
  await user.click(await findButton('Download this list: Channel'));
  await user.click(await findButton('For Excel'));
  await waitFor(() => expect(asked).toEqual([['/api/stats/export', 'list=channel&excel=1']]));
});
