import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { fetchIds } from '../links.api.ts';
import type { Selection } from '../selection.ts';
import type { BulkSelection } from './bulk-selection.ts';

/** The most links that one edit takes by their ids. */
const IDS_MAX = 1000;

/** The selection as a bulk edit takes it. What a search finds is named by its ids. */
export async function toBulkSelection(selection: Selection): Promise<BulkSelection> {
  if (selection.kind === 'some') return { ids: [...selection.ids] };
  const { view, total } = selection;
  if (view.keyword === '') return { where: {}, total };
  const ids = await fetchIds(view, () => undefined);
  if (ids.length > IDS_MAX) toast('warning', t('bulk.most', { count: IDS_MAX }));
  return { ids: ids.slice(0, IDS_MAX) };
}
