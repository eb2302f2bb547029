import { toRequest } from '../list-filters.ts';
import type { Selection } from '../selection.ts';
import type { BulkSelection } from './bulk-selection.ts';

/** Converts a selection for a bulk edit. `isElsewhere`: see `FoundPage`. */
export function toBulkSelection(selection: Selection, isElsewhere: boolean): BulkSelection {
  if (selection.kind === 'some') return { ids: [...selection.ids] };
  const { view, total } = selection;
  const { filter, keyword } = view;
  const where = toRequest(view.filters);
  if (keyword === '') {
    return { where: Object.keys(where).length === 0 ? { all: 1 } : where, total };
  }
  if (filter === 'everywhere' || isElsewhere) return { where: { ...where, q: keyword }, total };
  return { where: { ...where, filter, keyword }, total };
}
