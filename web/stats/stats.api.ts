import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type { RequestOf } from '../../contracts/route.ts';
import type * as contract from '../../contracts/stats.ts';
import { call, download, endpoint } from '../api.ts';
import { toTimeRange, type StatsView } from './stats-view.ts';

const getReport = endpoint<typeof contract.getReport>('GET', '/api/stats/report');
const exportReport = endpoint<typeof contract.exportReport>('GET', '/api/stats/export');

export type Report = contract.Report;
export type Bar = contract.Bar;
export type RankedList = contract.RankedList;
export type ClickClass = contract.ClickClass;

/** What every report that is kept is kept under. */
export const reportsKey = ['stats-report'];
/** The same of lists of the site that change as visitors come. */
export const siteListsKey = ['stats-lists'];

function toRequest(code: string | null, view: StatsView): RequestOf<typeof contract.getReport> {
  const { audience, filters } = view;
  return { ...(code !== null && { short_url: code }), ...toTimeRange(view), audience, ...filters };
}

/** Who came to a link; without a code, to the whole site. */
export function reportQuery(code: string | null, view: StatsView) {
  return queryOptions({
    queryKey: [...reportsKey, code, view] as const,
    queryFn: () => call(getReport, toRequest(code, view)),
    // The figures of another link must not stand in for those of this one.
    placeholderData: (former, query) =>
      query?.queryKey[1] === code ? keepPreviousData(former) : undefined,
  });
}

export function useExportReport(code: string | null, view: StatsView) {
  return useMutation({
    mutationFn: (format: 'csv' | 'json') =>
      download(exportReport, { ...toRequest(code, view), format }),
  });
}
