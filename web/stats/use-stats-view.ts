import { useNavigate, useSearch } from '@tanstack/react-router';
import { readView, toSearch, type StatsView } from './stats-view.ts';

/** What of the clicks the address of the browser asks for. */
export function useStatsView() {
  const view = readView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (change: Partial<StatsView>) => {
    const next = { ...view, ...change };
    // On the way from one own period to another lie many that nobody meant.
    const replace = view.days !== null && next.days !== null && next.days !== view.days;
    void navigate({ to: '.', search: toSearch(next), resetScroll: false, replace });
  };
  return { view, show };
}
