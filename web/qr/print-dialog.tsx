import { lazy, Suspense } from 'react';
import type { Link } from '../../contracts/links/links.ts';
import { Dialog } from '../form/dialog.tsx';
import { loadQrTexts, t } from '../language.ts';
import './dialog.css';

const PrintPanel = lazy(async () => {
  const [panel] = await Promise.all([import('./print-panel.tsx'), loadQrTexts()]);
  return { default: panel.PrintPanel };
});

interface PrintDialogProps {
  /** Null: the dialog is closed. */
  readonly links: readonly Link[] | null;
  readonly onClose: () => void;
}

export function PrintDialog({ links, onClose }: PrintDialogProps) {
  return (
    <Dialog isOpen={links !== null} onClose={onClose} size={720} title={t('qr.print')}>
      <Suspense fallback={<div className="qr-loading" />}>
        {links !== null && <PrintPanel links={links} />}
      </Suspense>
    </Dialog>
  );
}
