import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as contract from '../../../contracts/links/bin.ts';
import { call, endpoint } from '../../api.ts';
import { linksKey, useLinksMutation } from '../links.api.ts';

const listDeleted = endpoint<typeof contract.listDeleted>('GET', '/api/urls/deleted');
const purgeDeleted = endpoint<typeof contract.purgeDeleted>('POST', '/api/urls/deleted/purge');
const emptyBin = endpoint<typeof contract.emptyBin>('POST', '/api/urls/deleted/clear');

export type DeletedLink = contract.DeletedLink;

/** A page of the bin, narrowed by `keyword` unless it is empty. */
export function useBin({ page, size, keyword }: { page: number; size: number; keyword: string }) {
  const fields = { page, limit: size, ...(keyword !== '' && { q: keyword }) };
  return useQuery({
    queryKey: [...linksKey, 'bin', fields],
    queryFn: () => call(listDeleted, fields),
    placeholderData: keepPreviousData,
  });
}

/** Permanently deletes links: some by id, or the whole bin. */
export function usePurge() {
  return useLinksMutation((ids: readonly number[] | 'all') =>
    ids === 'all' ? call(emptyBin, { confirm: true }) : call(purgeDeleted, { ids: [...ids] }),
  );
}
