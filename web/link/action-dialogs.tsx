import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { LinkTask } from '../links/link-task.ts';
import { toStats } from '../links/stats-link.ts';
import { QrDialog } from '../qr/qr-dialog.tsx';

const LinkDialog = lazy(async () => ({
  default: (await import('../links/link-dialog.tsx')).LinkDialog,
}));

export type ActionDialog = LinkTask | { readonly kind: 'qr'; readonly code: string };

interface ActionDialogsProps {
  readonly dialog: ActionDialog | null;
  readonly onShow: (dialog: ActionDialog | null) => void;
}

export function ActionDialogs({ dialog, onShow }: ActionDialogsProps) {
  const navigate = useNavigate();
  const task = dialog === null || dialog.kind === 'qr' ? null : dialog;
  return (
    <>
      <QrDialog code={dialog?.kind === 'qr' ? dialog.code : null} onClose={() => onShow(null)} />
      {task !== null && (
        <Suspense fallback={null}>
          <LinkDialog
            task={task}
            isOpen
            onClose={() => onShow(null)}
            onAdded={(code) => void navigate(toStats(code))}
            onQr={(code) => onShow({ kind: 'qr', code })}
          />
        </Suspense>
      )}
    </>
  );
}
