import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type * as contract from '../../contracts/people/audit.ts';
import type { RequestOf } from '../../contracts/route.ts';
import { call, download, endpoint } from '../api.ts';
import { saveFile } from '../ui/save-file.ts';

const listAudit = endpoint<typeof contract.listAudit>('GET', '/api/audit');
const exportAudit = endpoint<typeof contract.exportAudit>('GET', '/api/audit/export');

export type { AuditRow } from '../../contracts/people/audit.ts';

export const PAGE_SIZE = 50;

/** What the list is limited to; `''` = not limited. Days are like `2026-11-25`. */
export interface AuditFilter {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly from: string;
  readonly until: string;
}

export const noFilter: AuditFilter = { actor: '', action: '', target: '', from: '', until: '' };

export function auditQuery(filter: AuditFilter, page: number) {
  return queryOptions({
    queryKey: ['audit', filter, page],
    queryFn: () => call(listAudit, { ...toRequest(filter), page, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
}

export function useAuditExport(filter: AuditFilter) {
  return useMutation({
    mutationFn: (format: 'csv' | 'json') => download(exportAudit, { ...toRequest(filter), format }),
    onSuccess: saveFile,
  });
}

function toRequest({ actor, ...texts }: AuditFilter): RequestOf<typeof contract.exportAudit> {
  const set = Object.entries(texts).filter(([, text]) => text !== '');
  return { ...Object.fromEntries(set), ...(actor !== '' && { actor: Number(actor) }) };
}
