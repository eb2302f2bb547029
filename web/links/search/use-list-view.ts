import { useNavigate, useSearch } from '@tanstack/react-router';
import { toListSearch, toView, type ListView } from './list-search.ts';

/** Reads the view from the address and writes it there. */
export function useListView() {
  const search = useSearch({ from: '/admin/$name' });
  const navigate = useNavigate({ from: '/admin/$name' });
  const view = toView(search);
  /** Changes the view. A change without a page goes to page 1. */
  const show = (change: Partial<ListView>, replace = false) => {
    void navigate({ search: toListSearch({ ...view, page: 1, ...change }), replace });
  };
  /** Removes the values for the Add dialog from the address. */
  const clearPrefill = () => {
    const { new: isNew, url, code, title } = search;
    if ([isNew, url, code, title].every((field) => field === undefined)) return;
    void navigate({ search: toListSearch(view), replace: true });
  };
  const { url = '', code = '', title = '' } = search;
  const prefill = { isNew: search.new === 1, url, code, title };
  return { view, show, prefill, clearPrefill };
}
