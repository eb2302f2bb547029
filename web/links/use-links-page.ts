import { useRef, useEffect, useState } from 'react';
import { toStoredCode } from '../urls/short-link.ts';
import { useUpdateLink, type Link } from './links.api.ts';
import { useListDialog } from './list-dialogs.tsx';
import { useListLook } from './list/list-look.ts';
import { findRows, readLinkId } from './list/row-elements.ts';
import { firstView, type ListFilters, type ListView } from './search/list-search.ts';
import { useListView } from './search/use-list-view.ts';
import { useSearchToasts, useShownLinks } from './search/use-shown-links.ts';
import { useSelection } from './selection/selection.ts';
import { createSwitch } from './selection/switch-link.ts';
import { useDelete } from './selection/use-delete.tsx';
import { useSelectionActions } from './selection/use-selection-actions.ts';

const switchTexts = { off: 'links.switched.off', on: 'links.switched.on' } as const;

/** The state of the list page and its actions. */
export function useLinksPage() {
  const address = useListView();
  const { view } = address;
  const shown = useShownLinks(view);
  const { links, total, isSearch, isInOtherTexts } = shown;
  const selected = useSelection(links);
  const { heading, list, focusAfterDelete, focusLink } = useRowFocus(links);
  const searchField = useRef<HTMLInputElement>(null);
  const dialogs = useListDialog(address);
  const { confirmDelete, undo, progress } = useDelete({
    onDeleted: (deleted) => {
      selected.clear();
      dialogs.closeAdded(deleted.ids);
      focusAfterDelete(deleted.links);
    },
    onRestored: ([first]) => {
      if (first !== undefined) focusLink(first);
    },
  });
  const actions = useSelectionActions({
    selected,
    view,
    links,
    total: total ?? 0,
    isInOtherTexts,
    confirmDelete,
    onOpen: dialogs.open,
    onClear: () => list.current?.querySelector('input')?.focus(),
  });

  const showView = (change: Partial<ListView>, isReplaced = false) => {
    // A selection of all results survives turning pages.
    const { page: _page, size = view.size, ...others } = change;
    const isTurned = size === view.size && Object.keys(others).length === 0;
    if (!isTurned || selected.selection.kind === 'some') selected.clear();
    address.show(change, isReplaced);
  };

  return {
    view,
    showView,
    shown,
    selected,
    heading,
    list,
    searchField,
    dialogs,
    actions,
    undo,
    hasLinks: isSearch || total !== 0,
    ...useListLook(),
    noteSearch: useSearchToasts(view, shown),
    reset: () => showView({ ...firstView, sort: view.sort, order: view.order }),
    filterByTag: (tag: string) => showView({ filters: withTag(view.filters, tag) }),
    rowActions: useRowActions(dialogs, confirmDelete),
    hasSelectionBar: (selected.isOn || progress !== null) && total !== undefined,
    selectionBar: { count: selected.count, total: total ?? 0, progress, ...actions },
  };
}

/** The actions on one link. */
function useRowActions(
  dialogs: ReturnType<typeof useListDialog>,
  confirmDelete: ReturnType<typeof useDelete>['confirmDelete'],
) {
  const update = useUpdateLink();
  return {
    edit: dialogs.edit,
    qr: (link: Link) => dialogs.showQr(toStoredCode(link)),
    duplicate: dialogs.duplicate,
    switch: createSwitch(({ id }, change) => update.mutateAsync({ id, ...change }), switchTexts),
    delete: (link: Link) => confirmDelete({ links: [link], all: null }),
  };
}

function withTag(filters: ListFilters, tag: string): ListFilters {
  return { ...filters, tags: [...new Set([...filters.tags, tag])] };
}

export type LinksPageState = ReturnType<typeof useLinksPage>;

type FocusTarget = { readonly id: number } | { readonly index: number };

/** Moves the focus when the focused element disappears. */
function useRowFocus(links: readonly Link[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<FocusTarget | null>(null);

  useEffect(() => {
    if (target === null) return;
    const rows = findRows(list.current);
    const row =
      'id' in target
        ? rows.find((row) => readLinkId(row) === target.id)
        : rows[Math.min(target.index, rows.length - 1)];
    (row ?? heading.current)?.focus();
  }, [target]);

  /** Focuses the row in the place of the first deleted one, or else the heading. */
  const focusAfterDelete = (deleted: readonly Link[]) => {
    const index = links.findIndex(({ id }) => id === deleted[0]?.id);
    setTarget({ index: Math.max(0, index) });
  };

  /** Focuses the row of the link of a closed toast. */
  const focusLink = (link: Link) => setTarget({ id: link.id });

  return { heading, list, focusAfterDelete, focusLink };
}
