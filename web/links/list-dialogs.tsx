import { PrintDialog } from '../qr/print-dialog.tsx';
import { QrDialog } from '../qr/qr-dialog.tsx';
import { BulkDialog } from './bulk/bulk-dialog.tsx';
import type { BulkSelection } from './bulk/bulk-selection.ts';
import { KeysDialog } from './keys-dialog.tsx';
import type { Link } from './links.api.ts';
import { LinkDialog } from './link-dialog.tsx';
import type { LinkTask } from './link-task.ts';

export type ListDialog =
  | LinkTask
  | { readonly kind: 'keys' }
  | { readonly kind: 'bulk'; readonly selection: BulkSelection }
  | { readonly kind: 'qr'; readonly code: string }
  | { readonly kind: 'print'; readonly links: readonly Link[] };

interface ListDialogsProps {
  readonly dialog: ListDialog | null;
  readonly onClose: () => void;
  readonly onAdded: (code: string, isNew: boolean) => void;
  readonly onQr: (code: string) => void;
}

export function ListDialogs({ dialog, onClose, onAdded, onQr }: ListDialogsProps) {
  const task = dialog?.kind === 'add' || dialog?.kind === 'edit' ? dialog : null;
  return (
    <>
      <LinkDialog
        task={task}
        isOpen={task !== null}
        onClose={onClose}
        onAdded={onAdded}
        onQr={onQr}
      />
      <BulkDialog selection={dialog?.kind === 'bulk' ? dialog.selection : null} onClose={onClose} />
      <KeysDialog isOpen={dialog?.kind === 'keys'} onClose={onClose} />
      <QrDialog code={dialog?.kind === 'qr' ? dialog.code : null} onClose={onClose} />
      <PrintDialog links={dialog?.kind === 'print' ? dialog.links : null} onClose={onClose} />
    </>
  );
}
