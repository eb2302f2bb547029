import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Dialog } from '../form/dialog.tsx';
import { loadQrTexts, t } from '../language.ts';
import type { PrintedLink } from './print-panel.tsx';
import './dialog.css';

const PrintPanel = lazy(async () => {
  const [panel] = await Promise.all([import('./print-panel.tsx'), loadQrTexts()]);
  return { default: panel.PrintPanel };
});

/** Codes of one print. */
export const PRINT_MAX = 500;

interface PrintDialogProps {
  /** Null: the dialog is closed. */
  readonly links: readonly PrintedLink[] | null;
  readonly onClose: () => void;
}

export function PrintDialog({ links, onClose }: PrintDialogProps) {
  return (
    <Dialog isOpen={links !== null} onClose={onClose} size={720} title={t('qr.print')}>
      <Suspense fallback={<Box mih="16rem" />}>
        {links !== null && <PrintPanel links={links} />}
      </Suspense>
    </Dialog>
  );
}
