import type { BulkWhere } from '../../../contracts/bulk.ts';

/** The links of a bulk edit: some by id, or all results of a list or search. */
export type BulkSelection =
  | { readonly ids: readonly number[]; readonly where?: never; readonly total?: never }
  | { readonly where: BulkWhere; readonly total: number; readonly ids?: never };

export function countLinks(selection: BulkSelection): number {
  return selection.ids === undefined ? selection.total : selection.ids.length;
}
