import { lazy, Suspense, useState } from 'react';
import type { LinkTask } from './link-dialog.tsx';

/** What stands open over the list. */
export type ListDialog = LinkTask | { readonly kind: 'keys' };

const loadLinkDialog = () => import('./link-dialog.tsx');
const LinkDialog = lazy(async () => ({ default: (await loadLinkDialog()).LinkDialog }));
const KeysDialog = lazy(async () => ({
  default: (await import('./keys-dialog.tsx')).KeysDialog,
}));

/** Fetches the dialog that a button leads to, ahead of its press. */
export const awaitPress = {
  onFocus: () => void loadLinkDialog(),
  onPointerEnter: () => void loadLinkDialog(),
};

interface ListDialogsProps {
  readonly dialog: ListDialog | null;
  readonly onClose: () => void;
  readonly onAdded: (code: string, isNew: boolean) => void;
}

/** The dialogs of the list, none of which is fetched before it is asked for. */
export function ListDialogs({ dialog, onClose, onAdded }: ListDialogsProps) {
  // A dialog that closes shows what it showed until it is gone.
  const [task, setTask] = useState<LinkTask | null>(null);
  const [hasKeys, setHasKeys] = useState(false);
  if (dialog?.kind === 'keys') {
    if (!hasKeys) setHasKeys(true);
  } else if (dialog !== null && dialog !== task) {
    setTask(dialog);
  }
  return (
    <Suspense fallback={null}>
      {task !== null && (
        <LinkDialog task={task} isOpen={dialog === task} onClose={onClose} onAdded={onAdded} />
      )}
      {hasKeys && <KeysDialog isOpen={dialog?.kind === 'keys'} onClose={onClose} />}
    </Suspense>
  );
}
