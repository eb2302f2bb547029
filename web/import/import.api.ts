import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportFormat } from '../../contracts/export.constants.ts';
import type { exportLinks } from '../../contracts/export.ts';
import type * as contract from '../../contracts/import.ts';
import { download, endpoint } from '../api.ts';
import { sendImport, type ImportStep } from './send-import.ts';

const exportLinksEndpoint = endpoint<typeof exportLinks>('GET', '/api/export');

export type ImportReport = contract.ImportReport;
export type PartialFile = contract.PartialFile;
export type FailedRow = contract.FailedRow;

const initialStep: ImportStep = { kind: 'uploading', share: 0 };

/** Imports a file of links and reports the progress. */
export function useImport() {
  const queries = useQueryClient();
  const [step, setStep] = useState(initialStep);
  const sending = useMutation({
    mutationFn: (file: File) => {
      setStep(initialStep);
      return sendImport(file, setStep);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['links'] }),
  });
  return { ...sending, step };
}

export function useExport() {
  return useMutation({
    mutationFn: (format: ExportFormat) => download(exportLinksEndpoint, { format }),
  });
}
