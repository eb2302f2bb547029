import { PRINT_MAX } from '../../qr/print-dialog.tsx';
import { explainFailure } from '../../failure.ts';
import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import type { BulkSelection } from '../bulk/bulk.api.ts';
import { fetchFirst } from '../links.api.ts';
import type { ListDialog } from '../list-dialogs.tsx';
import { type ListView, toRequest } from '../search/list-search.ts';
import type { useSelection, Selection } from './selection.ts';
import type { useDelete } from './use-delete.tsx';

interface SelectionActionsOptions {
  readonly selected: ReturnType<typeof useSelection>;
  readonly view: ListView;
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
  const { selected, view, total, isInOtherTexts, confirmDelete, onOpen } = options;
  const { selection, shown } = selected;
  const printSelected = async () => {
    if (selection.kind === 'some') {
      onOpen({ kind: 'print', links: shown });
      return;
    }
    if (selection.total > PRINT_MAX) toast('warning', t('links.print.most', { count: PRINT_MAX }));
    try {
      onOpen({ kind: 'print', links: await fetchFirst(view, PRINT_MAX) });
    } catch (error) {
      toast('error', explainFailure(error, 'query.failed'));
    }
  };
  return {
    onDelete: () =>
      confirmDelete({ links: shown, all: selection.kind === 'all' ? selection : null }),
    onEdit: () => onOpen({ kind: 'bulk', selection: toBulkSelection(selection, isInOtherTexts) }),
    onPrint: () => void printSelected(),
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
