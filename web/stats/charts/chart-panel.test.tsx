import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import type { Report } from '../stats.api.ts';
import { ChartPanel } from './chart-panel.tsx';

const DAY = 86_400;
/** 2026-11-20, at noon in UTC. */
const START = Date.UTC(2026, 10, 20, 12) / 1000;
const bar = (day: number, person: number) => ({
  start: START + day * DAY,
  person,
  scan: 1,
  preview: 0,
  bot: 2,
});
const totals = { person: 0, scan: 0, preview: 0, bot: 0, visitors: 0 };
const report: Report = {
  from: START,
  to: START + 3 * DAY,
  step: 'day',
  clicks: 0,
  totals,
  before: null,
  bars: [bar(0, 9), bar(1, 8), bar(2, 7)],
  compared: { from: START - 3 * DAY, to: START, totals, bars: [bar(-3, 5), bar(-2, 4)] },
  week: [],
  lists: [],
  filters_from: 0,
  pending_clicks: 0,
  imported_clicks: 0,
  knows_places: true,
};

const panel = <ChartPanel report={report} audience="people" />;

testAccess(() => panel);

const words = {
  en: { compared: 'People, compared', bots: 'Bots' },
  zh: { compared: '真人访问（比较）', bots: '机器人' },
};

function readNumbers(row: HTMLElement): string[] {
  return [...row.querySelectorAll('.mono')].map((cell) => cell.textContent);
}

test.each(languages)('the table has the numbers of both periods: %s', async (language) => {
  await showLanguage(language);
  const text = words[language];
  const user = show(panel);
  screen.getByRole('columnheader', { name: text.compared });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(readNumbers)).toEqual([
    ['10', '0', '2', '6', '0', '2'],
    ['9', '0', '2', '5', '0', '2'],
    ['8', '0', '2', '', '', ''],
  ]);
  // The sum of the line is of the parts that the chart shows.
  const line = document.querySelector('.stats-legend-line .muted')!;
  expect(line.textContent).toBe('15');
  await user.click(screen.getByRole('button', { name: new RegExp(`^${text.bots}`) }));
  expect(line.textContent).toBe('11');
});
