import { useNavigate, useSearch } from '@tanstack/react-router';
import { toListSearch, toView, type ListView } from './list-search.ts';

/** What of the list the address of the browser asks for. */
export function useListView() {
  const search = useSearch({ from: '/admin/$name' });
  const navigate = useNavigate({ from: '/admin/$name' });
  const view = toView(search);
  /** Shows another view: a change that names no page leads to the first. */
  const show = (change: Partial<ListView>, replace = false) => {
    void navigate({ search: toListSearch({ ...view, page: 1, ...change }), replace });
  };
  /** Takes the prefill for a new link out of the address. */
  const clearPrefill = () => {
    const { new: isNew, url, code, title } = search;
    if ([isNew, url, code, title].every((field) => field === undefined)) return;
    void navigate({ search: toListSearch(view), replace: true });
  };
  const { url = '', code = '', title = '' } = search;
  const prefill = { isNew: search.new === 1, url, code, title };
  return { view, show, prefill, clearPrefill };
}
