import { waitFor } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { useLayoutEffect } from 'react';
import { findButton, inRouter, show } from '../../tests/support/components/render.tsx';
import { answerReports, aReport } from '../../tests/support/components/reports.ts';
import { Statistics, useStatsView } from './statistics.tsx';

answerReports({
  'short_url=a': aReport({}),
  'browser=Chrome&short_url=a': aReport({}),
});

const isBusy = () => document.querySelector('.stats-body')?.getAttribute('aria-busy');

test('figures of the former choice are marked as such as soon as the new one is shown', async () => {
  const seen: (readonly [browser: string, isBusy: string | null | undefined])[] = [];
  function Choice() {
    const { view, show: choose } = useStatsView();
    const browser = view.filters.browser ?? 'all';
    useLayoutEffect(() => void seen.push([browser, isBusy()]), [browser]);
    const next = browser === 'all' ? { browser: 'Chrome' } : {};
    return <button onClick={() => choose({ filters: next })}>Choose</button>;
  }
  const user = show(
    inRouter(
      <Statistics code="a">
        <Choice />
      </Statistics>,
    ),
  );
  for (const [browser, count] of [
    ['Chrome', 2],
    ['all', 3], // its figures are here already
  ] as const) {
    await waitFor(() => expect(isBusy()).toBe('false'));
    await user.click(await findButton('Choose'));
    await waitFor(() => expect(seen).toHaveLength(count));
    expect(seen.at(-1)).toEqual([browser, 'true']);
  }
  await waitFor(() => expect(isBusy()).toBe('false'));
});
