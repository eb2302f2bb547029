import { useRef } from 'react';
import type { Link } from './links.api.ts';
import { firstView, type ListView } from './list-search.ts';
import { useDelete } from './use-delete.tsx';
import { useLinksPageKeys } from './use-links-page-keys.ts';
import { useListDialog } from './use-list-dialog.ts';
import { useListView } from './use-list-view.ts';
import { useMatchMarks } from './use-match-marks.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useSearchToasts } from './use-search-toasts.ts';
import { useSelection } from './use-selection.ts';
import { useSelectionActions } from './use-selection-actions.ts';
import { useShownLinks } from './use-shown-links.ts';

/** The state of the list page and its actions. */
export function useLinksPage() {
  const address = useListView();
  const { view } = address;
  const shown = useShownLinks(view);
  const { links, urls, total, isSearch, isElsewhere } = shown;
  const selected = useSelection(links);
  const { heading, list, focusAfterDelete, focusLink } = useRowFocus(links);
  const searchField = useRef<HTMLInputElement>(null);
  const dialogs = useListDialog(address);
  const { confirmDelete, undo, progress } = useDelete({
    onDeleted: (deleted) => {
      selected.clear();
      focusAfterDelete(deleted.links);
    },
    onRestored: ([first]) => {
      if (first !== undefined) focusLink(first);
    },
  });
  const onOpen = dialogs.open;
  const actions = useSelectionActions({ selected, view, isElsewhere, confirmDelete, onOpen });

  const showView = (change: Partial<ListView>, isReplaced = false) => {
    // A selection of all results survives turning pages.
    const { page: _page, size = view.size, ...others } = change;
    const isTurned = size === view.size && Object.keys(others).length === 0;
    if (!isTurned || selected.selection.kind === 'some') selected.clear();
    address.show(change, isReplaced);
  };

  const page = {
    view,
    showView,
    shown,
    selected,
    heading,
    list,
    searchField,
    dialogs,
    actions,
    progress,
    undo,
    hasLinks: isSearch || total !== 0,
    noteSearch: useSearchToasts(view, shown),
    reset: () => showView({ ...firstView, sort: view.sort, order: view.order }),
    deleteOne: (link: Link) => confirmDelete({ links: [link], all: null }),
  };
  useLinksPageKeys(page);
  useMatchMarks(list, urls, view.keyword);
  return page;
}

export type LinksPageState = ReturnType<typeof useLinksPage>;
