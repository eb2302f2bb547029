import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { toBulkSelection } from './bulk/to-bulk-selection.ts';
import { fetchFirst } from './links.api.ts';
import type { ListDialog } from './list-dialogs.tsx';
import type { ListView } from './list-search.ts';
import type { useDelete } from './use-delete.tsx';
import type { useSelection } from './use-selection.ts';

/** The most QR codes in one print. */
const PRINT_MAX = 500;

interface SelectionActionsOptions {
  readonly selected: Pick<ReturnType<typeof useSelection>, 'selection' | 'shown'>;
  readonly view: ListView;
  readonly isElsewhere: boolean;
  readonly confirmDelete: ReturnType<typeof useDelete>['confirmDelete'];
  readonly onOpen: (dialog: ListDialog) => void;
}

/** The actions on the selected links. */
export function useSelectionActions(options: SelectionActionsOptions) {
  const { selected, view, isElsewhere, confirmDelete, onOpen } = options;
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
    deleteSelected: () =>
      confirmDelete({ links: shown, all: selection.kind === 'all' ? selection : null }),
    editSelected: () =>
      onOpen({ kind: 'bulk', selection: toBulkSelection(selection, isElsewhere) }),
    printSelected: () => void printSelected(),
  };
}
