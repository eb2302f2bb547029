import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '../../../contracts/route.ts';
import type { getStatus } from '../../../contracts/status.ts';
import { call, endpoint } from '../../api.ts';

/** The interval between two requests while the page is visible, in milliseconds. */
const REFETCH_MS = 10_000;

const getStatusEndpoint = endpoint<typeof getStatus>('GET', '/api/status');

export type Status = ReplyOf<typeof getStatus>;

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: () => call(getStatusEndpoint, {}),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
});
