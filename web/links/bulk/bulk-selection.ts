import type { BulkWhere } from '../../../contracts/bulk.ts';

/** Which links a bulk edit is for: some by their ids, or all that a list or search finds. */
export type BulkSelection =
  | { readonly ids: readonly number[]; readonly where?: never; readonly total?: never }
  | { readonly where: BulkWhere; readonly total: number; readonly ids?: never };

export function countOf(selection: BulkSelection): number {
  return selection.ids === undefined ? selection.total : selection.ids.length;
}
