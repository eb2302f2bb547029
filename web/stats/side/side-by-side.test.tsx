import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { aReport, answerReports } from '../../../tests/support/components/reports.ts';
import { findButton, show, testAccess } from '../../../tests/support/components/render.tsx';
import { readView, toSearch, type StatsView } from '../stats-view.ts';
import { SideBySide } from './side-by-side.tsx';

const asked = answerReports({
  'tag=sale': aReport({}),
  'tag=garden': aReport({}, [1, 0]),
  'short_url=a%2Cb': aReport({}),
  'short_url=b': aReport({}),
  ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`source=${name}`, aReport({})])),
});
const report = aReport({ source: { X: 3 } });
let shown: Partial<StatsView>[] = [];
const onShow = (change: Partial<StatsView>) => void shown.push(change);

const sideView = readView({ series: 'tag:sale,garden' });
const side = (view: StatsView) => (
  <SideBySide code={null} report={report} view={view} onShow={onShow} />
);

/** A search by role takes seconds here. */
const findTable = () =>
  waitFor(() => {
    const table = document.querySelector('table');
    expect(table).not.toBeNull();
    return table!;
  });

testAccess(() => side(sideView));

test('two tags in one chart are one report each, and the table has their clicks', async () => {
  expect(toSearch(sideView)).toEqual({ series: 'tag:sale,garden' });
  shown = [];
  const user = show(side(sideView));
  const cells = [...(await findTable()).querySelectorAll('.mono')].map((cell) => cell.textContent);
  expect(cells).toEqual(['3', '1', '4', '0']);
  expect(asked.filter(([path]) => path === '/api/stats/report')).toHaveLength(2);
  await user.click(await findButton('Remove sale'));
  await user.selectOptions(screen.getByLabelText('What to compare'), ['Links']);
  expect(shown).toEqual([
    { series: { kind: 'tag', values: ['garden'] } },
    { series: { kind: 'link', values: [] } },
  ]);
});

test('chosen links stand side by side, and others can be added', async () => {
  shown = [];
  const view = readView({ links: 'a%2Cb,b' });
  const user = show(side(view));
  await findTable();
  await screen.findByText('go.example/c');
  await user.selectOptions(screen.getByLabelText('Add a link'), ['go.example/c']);
  expect(shown).toEqual([{ series: { kind: 'link', values: ['a,b', 'b', 'go.example/c'] } }]);
});

test('a chart has five series at most', async () => {
  show(side(readView({ series: 'source:a,b,c,d,e,f' })));
  await findButton('Remove e');
  expect(document.querySelectorAll('.side-remove')).toHaveLength(5);
  expect(screen.getByLabelText<HTMLSelectElement>('Add a source').disabled).toBe(true);
});
