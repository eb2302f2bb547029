import { KeysDialog } from './keys-dialog.tsx';
import { LinkDialog, type LinkTask } from './link-dialog.tsx';

/** What stands open over the list. */
export type ListDialog = LinkTask | { readonly kind: 'keys' };

interface ListDialogsProps {
  readonly dialog: ListDialog | null;
  readonly onClose: () => void;
  readonly onAdded: (code: string, isNew: boolean) => void;
}

/** The dialogs of the list. */
export function ListDialogs({ dialog, onClose, onAdded }: ListDialogsProps) {
  const isKeys = dialog?.kind === 'keys';
  const task = isKeys ? null : dialog;
  return (
    <>
      <LinkDialog task={task} isOpen={task !== null} onClose={onClose} onAdded={onAdded} />
      <KeysDialog isOpen={isKeys} onClose={onClose} />
    </>
  );
}
