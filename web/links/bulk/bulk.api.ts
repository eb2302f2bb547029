import type * as contract from '../../../contracts/links/bulk.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyOf, RequestOf } from '../../../contracts/route.ts';
import { call, endpoint } from '../../api.ts';
import { useChange } from '../../parts/use-change.ts';
import { linksKey } from '../links.api.ts';

const editLinks = endpoint<typeof contract.editLinks>('POST', '/api/urls/bulk');
const undoBulk = endpoint<typeof contract.undoBulk>('POST', '/api/urls/bulk/undo');
const listBulks = endpoint<typeof contract.listBulks>('GET', '/api/urls/bulk/undoable');

/** The links of a bulk edit: some by id, or all results of a list or search. */
export type BulkSelection =
  | { readonly ids: readonly number[]; readonly where?: never; readonly total?: never }
  | { readonly where: contract.BulkWhere; readonly total: number; readonly ids?: never };

export function countLinks(selection: BulkSelection): number {
  return selection.ids === undefined ? selection.total : selection.ids.length;
}

export type BulkChange = Pick<
  RequestOf<typeof contract.editLinks>,
  'set' | 'add_tags' | 'remove_tags' | 'replace_in_url'
>;
export type BulkReply = ReplyOf<typeof contract.editLinks>;
export type Example = BulkReply['examples'][number];
export type Bulk = ReplyOf<typeof contract.listBulks>[number];
export type Undone = ReplyOf<typeof contract.undoBulk>;

/** The timeout for an edit of very many links, in milliseconds. */
const BULK_TIMEOUT_MS = 300_000;
const bulksKey = ['bulk-edits'];
/** What a bulk edit or its undo changes. */
const changedKeys = [linksKey, bulksKey, ['tags']];

/** Fetches the preview of a bulk edit. Null: no request. */
export function usePreview(selection: BulkSelection, change: BulkChange | null) {
  return useQuery({
    queryKey: ['bulk-preview', selection, change],
    queryFn: () => send(selection, { ...change, dry_run: true }),
    placeholderData: keepPreviousData,
    enabled: change !== null,
    // A preview is only true at the moment of the answer.
    staleTime: 0,
    gcTime: 0,
  });
}

export function useBulkEdit(selection: BulkSelection) {
  return useChange((change: BulkChange) => send(selection, change), ...changedKeys);
}

export function useBulkUndo() {
  return useChange(
    (id: number) => call(undoBulk, { bulk_id: id }, BULK_TIMEOUT_MS),
    ...changedKeys,
  );
}

/** Fetches the bulk edits that the server can still undo. */
export function useBulks() {
  return useQuery({ queryKey: bulksKey, queryFn: () => call(listBulks, {}), staleTime: 0 });
}

function send({ ids, where }: BulkSelection, change: RequestOf<typeof contract.editLinks>) {
  const links = ids === undefined ? { where } : { ids: [...ids] };
  return call(editLinks, { ...links, ...change }, BULK_TIMEOUT_MS);
}
