import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { exportLinks, ExportFormat } from '../../contracts/export.ts';
import type * as contract from '../../contracts/import.ts';
import { download, endpoint, upload } from '../api.ts';

const importLinks = endpoint<typeof contract.importLinks>('POST', '/api/import');
const exportLinksEndpoint = endpoint<typeof exportLinks>('GET', '/api/export');

export type ImportReport = contract.ImportReport;
export type PartialFile = contract.PartialFile;
export type FailedRow = contract.FailedRow;

export const fileMax: typeof contract.IMPORT_FILE_MAX = 10_485_760;

/** Sends a file of links; `share` says how much of it is under way, from 0 to 1. */
export function useImport() {
  const queries = useQueryClient();
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationFn: (file: File) => {
      setShare(0);
      return upload(importLinks, { file }, setShare);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['links'] }),
  });
  return { ...sending, share };
}

export function useExport() {
  return useMutation({
    mutationFn: (format: ExportFormat) => download(exportLinksEndpoint, { format }),
  });
}
