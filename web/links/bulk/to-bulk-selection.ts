import type { Selection } from '../selection.ts';
import type { BulkSelection } from './bulk-selection.ts';

/** The selection as a bulk edit takes it. */
export function toBulkSelection(selection: Selection): BulkSelection {
  if (selection.kind === 'some') return { ids: [...selection.ids] };
  const { view, total } = selection;
  const { filter, keyword } = view;
  return { where: keyword === '' ? {} : { filter, keyword }, total };
}
