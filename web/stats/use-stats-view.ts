import { useNavigate, useSearch } from '@tanstack/react-router';
import { readView, toSearch, type StatsView } from './stats-view.ts';

/** Reads the view from the address and writes it there. */
export function useStatsView() {
  const view = readView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (change: Partial<StatsView>) => {
    const next = { ...view, ...change };
    // While the user changes a custom period, intermediate periods must not fill the history.
    const replace = view.days !== null && next.days !== null && next.days !== view.days;
    void navigate({ to: '.', search: toSearch(next), resetScroll: false, replace });
  };
  return { view, show };
}
