import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '../../../contracts/route.ts';
import type * as contract from '../../../contracts/stats/stats.ts';
import { call, endpoint } from '../../api.ts';
import { toastFailure } from '../../toast.tsx';
import { siteListsKey } from '../stats.api.ts';
import { toFilters, toTimeRange, type TimeRange, type StatsView } from '../stats-view.ts';

const getTopLinks = endpoint<typeof contract.getTopLinks>('GET', '/api/stats/links');
const getMissedCodes = endpoint<typeof contract.getMissedCodes>('GET', '/api/stats/missed');
const listAlerts = endpoint<typeof contract.listAlerts>('GET', '/api/stats/alerts');
const dismissAlerts = endpoint<typeof contract.dismissAlerts>('POST', '/api/stats/alerts/dismiss');

export type RankedLink = contract.RankedLink;
export type Alert = contract.Alert;
export type UnknownCode = ReplyOf<typeof contract.getMissedCodes>['codes'][number];

/** The links with most clicks in a view, and those whose clicks stopped. */
export function topLinksQuery(view: StatsView) {
  const request = { ...toTimeRange(view), ...toFilters(view) };
  return queryOptions({
    queryKey: [...siteListsKey, 'links', request],
    queryFn: () => call(getTopLinks, request),
    placeholderData: keepPreviousData,
  });
}

/** The codes of a domain, or of all; `domain` is written as a filter. */
export function unknownCodesQuery(range: TimeRange, domain: string | undefined) {
  return queryOptions({
    queryKey: [...siteListsKey, 'missed', range, domain],
    queryFn: () => call(getMissedCodes, { ...range, ...(domain !== undefined && { domain }) }),
    placeholderData: keepPreviousData,
  });
}

export const alertsQuery = queryOptions({
  queryKey: ['stats-alerts'],
  queryFn: () => call(listAlerts, {}),
});

/** Dismisses alerts before the server answers. On failure, they return. */
export function useDismissAlerts() {
  const queries = useQueryClient();
  const { queryKey } = alertsQuery;
  return useMutation({
    mutationFn: (ids: readonly number[]) => call(dismissAlerts, { ids: [...ids] }),
    onMutate: async (ids) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (shown?: ReplyOf<typeof contract.listAlerts>) =>
        shown === undefined
          ? undefined
          : { alerts: shown.alerts.filter(({ id }) => !ids.includes(id)) },
      );
    },
    onError: toastFailure('stats.alerts.failed'),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}
