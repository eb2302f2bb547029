import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Dialog } from '../form/dialog.tsx';
import { loadQrTexts, t } from '../language.ts';
import { toShortLink } from '../urls/short-link.ts';
import './dialog.css';

const QrPanel = lazy(async () => {
  const [panel] = await Promise.all([import('./qr-panel.tsx'), loadQrTexts()]);
  return { default: panel.QrPanel };
});

interface QrDialogProps {
  /** The code of the link; null: the dialog is closed. */
  readonly code: string | null;
  readonly onClose: () => void;
}

export function QrDialog({ code, onClose }: QrDialogProps) {
  return (
    <Dialog isOpen={code !== null} onClose={onClose} size={600} title={t('qr.title')}>
      {code !== null && <p className="qr-link mono note">{toShortLink(code)}</p>}
      <Suspense fallback={<Box mih="16rem" />}>{code !== null && <QrPanel code={code} />}</Suspense>
    </Dialog>
  );
}
