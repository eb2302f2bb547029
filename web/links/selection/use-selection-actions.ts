import { useNavigate } from '@tanstack/react-router';
import { REPORT_LINKS_MAX } from '../../../contracts/stats/stats.constants.ts';
import { PRINT_MAX } from '../../qr/print-dialog.tsx';
import { t } from '../../language.ts';
import { attempt, toast } from '../../toast.tsx';
import type { BulkSelection } from '../bulk/bulk.api.ts';
import { fetchFirst, type Link } from '../links.api.ts';
import type { ListDialog } from '../list-dialogs.tsx';
import { toStoredCode } from '../../urls/short-link.ts';
import { type ListView, toRequest } from '../search/list-search.ts';
import { toStatsOf } from '../stats-link.ts';
import type { ExportedLinks } from '../../export/export-menu.tsx';
import type { useSelection, Selection } from './selection.ts';
import type { useDelete } from './use-delete.tsx';

interface SelectionActionsOptions {
  readonly selected: ReturnType<typeof useSelection>;
  readonly view: ListView;
  /** The links of the page. */
  readonly links: readonly Link[];
  /** The number of links in the view. */
  readonly total: number;
  readonly isInOtherTexts: boolean;
  readonly confirmDelete: ReturnType<typeof useDelete>['confirmDelete'];
  readonly onOpen: (dialog: ListDialog) => void;
  /** Called when the user clears the selection. */
  readonly onClear: () => void;
}

/** The actions on the selected links. */
export function useSelectionActions(options: SelectionActionsOptions) {
  const { selected, view, links, total, isInOtherTexts, confirmDelete, onOpen } = options;
  const { selection, shown } = selected;
  const navigate = useNavigate();
  const readFirst = async (max: number) =>
    selection.kind === 'some' ? shown : await fetchFirst(view, max);
  const showStats = () => {
    if (selected.count > REPORT_LINKS_MAX) {
      toast('warning', t('links.stats.most', { count: REPORT_LINKS_MAX }));
      return;
    }
    attempt('query.failed', async () => {
      const chosen = await readFirst(REPORT_LINKS_MAX);
      void navigate(toStatsOf(chosen.map(toStoredCode)));
    });
  };
  const toExport = (exported: Selection): ExportedLinks => {
    const { ids, where = {} } = toBulkSelection(exported, isInOtherTexts);
    const { all: _, ...filters } = where;
    const order = { sort: view.sort ?? 'created_at', order: view.order } as const;
    return ids === undefined ? { ...filters, ...order } : { ids: [...ids], ...order };
  };
  const printSelected = () => {
    const isCut = selection.kind === 'all' && selection.total > PRINT_MAX;
    if (isCut) toast('warning', t('links.print.most', { count: PRINT_MAX }));
    attempt('query.failed', async () =>
      onOpen({ kind: 'print', links: await readFirst(PRINT_MAX) }),
    );
  };
  return {
    onDelete: () =>
      confirmDelete({ links: shown, all: selection.kind === 'all' ? selection : null }),
    onEdit: () => onOpen({ kind: 'bulk', selection: toBulkSelection(selection, isInOtherTexts) }),
    onPrint: printSelected,
    onStats: showStats,
    exported: toExport(selection),
    /** The view of the list, as it is shown. */
    exportedView: toExport(
      links.length === total
        ? { kind: 'some', ids: new Set(links.map(({ id }) => id)) }
        : { kind: 'all', view, total },
    ),
    onSelectAll: () => selected.selectAll(view, total),
    onClear: () => {
      selected.clear();
      options.onClear();
    },
  };
}

/** Converts a selection for a bulk edit. `isInOtherTexts`: see `FoundPage`. */
function toBulkSelection(selection: Selection, isInOtherTexts: boolean): BulkSelection {
  if (selection.kind === 'some') return { ids: [...selection.ids] };
  const { view, total } = selection;
  const { filter, keyword } = view;
  const where = toRequest(view.filters);
  if (keyword === '') {
    return { where: Object.keys(where).length === 0 ? { all: 1 } : where, total };
  }
  if (filter === 'everywhere' || isInOtherTexts) return { where: { ...where, q: keyword }, total };
  return { where: { ...where, filter, keyword }, total };
}
