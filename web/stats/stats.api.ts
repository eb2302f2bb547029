import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type { RequestOf } from '../../contracts/route.ts';
import type * as contract from '../../contracts/stats/stats.ts';
import { call, download, endpoint } from '../api.ts';
import { toastFailure } from '../toast.tsx';
import { saveFile } from '../ui/save-file.ts';
import type { Shown } from './shown-statistics.ts';
import { toFilters, toTimeRange, type StatsView } from './stats-view.ts';

const getReport = endpoint<typeof contract.getReport>('GET', '/api/stats/report');
const exportReport = endpoint<typeof contract.exportReport>('GET', '/api/stats/export');

export type Report = contract.Report;
export type Bar = contract.Bar;
export type RankedList = contract.RankedList;

/** The prefix of the query keys of reports. */
export const reportsKey = ['stats-report'];
/** The prefix of the query keys of site lists that change with clicks. */
export const siteListsKey = ['stats-lists'];

function toRequest(code: string | null, view: StatsView): RequestOf<typeof contract.getReport> {
  return {
    ...toTimeRange(view),
    ...toFilters(view),
    ...(code !== null && { short_url: code }),
    ...(view.compare !== null && { compare: view.compare }),
  };
}

/** The report of a link; with a null code, of the whole site. */
export function reportQuery(code: string | null, view: StatsView) {
  const { series: _, ...counted } = view;
  return queryOptions({
    queryKey: [...reportsKey, code, counted] as const,
    queryFn: () => call(getReport, toRequest(code, view)),
    // Placeholder figures must be of the same link.
    placeholderData: (former, query) =>
      query?.queryKey[1] === code ? keepPreviousData(former) : undefined,
  });
}

type ExportChoice = Pick<RequestOf<typeof contract.exportReport>, 'format' | 'excel' | 'list'>;

/** Saves the statistics that the page shows as a file. */
export function useExportReport(shown: Shown | null) {
  return useMutation({
    mutationFn: (choice: ExportChoice) =>
      download(exportReport, { ...(shown && toRequest(shown.code, shown.view)), ...choice }),
    onSuccess: saveFile,
    onError: toastFailure('stats.export.failed'),
  });
}
