import { useMemo, useState } from 'react';
import { PrintDialog } from '../qr/print-dialog.tsx';
import { QrDialog } from '../qr/qr-dialog.tsx';
import { BulkDialog } from './bulk/bulk-dialog.tsx';
import type { BulkSelection } from './bulk/bulk.api.ts';
import { LinkDialog } from './form/link-dialog.tsx';
import { type LinkTask, toDuplicateTask } from './form/link-task.ts';
import { KeysDialog } from './keys-dialog.tsx';
import type { CreatedLink, Link } from './links.api.ts';
import type { useListView } from './search/use-list-view.ts';

export type ListDialog =
  | LinkTask
  | { readonly kind: 'added'; readonly link: CreatedLink; readonly about: string }
  | { readonly kind: 'keys' }
  | { readonly kind: 'bulk'; readonly selection: BulkSelection }
  | { readonly kind: 'qr'; readonly code: string }
  | { readonly kind: 'print'; readonly links: readonly Link[] };

interface ListDialogsProps {
  readonly dialog: ListDialog | null;
  readonly onClose: () => void;
  readonly onAdded: (link: CreatedLink, about: string) => void;
}

export function ListDialogs({ dialog, onClose, onAdded }: ListDialogsProps) {
  const task = dialog?.kind === 'add' || dialog?.kind === 'edit' ? dialog : null;
  return (
    <>
      <LinkDialog task={task} isOpen={task !== null} onClose={onClose} onAdded={onAdded} />
      <BulkDialog selection={dialog?.kind === 'bulk' ? dialog.selection : null} onClose={onClose} />
      <KeysDialog isOpen={dialog?.kind === 'keys'} onClose={onClose} />
      <QrDialog code={dialog?.kind === 'qr' ? dialog.code : null} onClose={onClose} />
      <PrintDialog links={dialog?.kind === 'print' ? dialog.links : null} onClose={onClose} />
    </>
  );
}

type View = Pick<ReturnType<typeof useListView>, 'view' | 'prefill' | 'clearPrefill'>;

/**
 * The open dialog of the list page, or the link that one has added. The address can open the Add
 * dialog, too.
 */
export function useListDialog({ view, prefill, clearPrefill }: View) {
  const [opened, open] = useState<ListDialog | null>(null);
  const { isNew, url, code, title } = prefill;
  // A list of one domain adds to it.
  const domain = view.filters.domain ?? '';
  const prefilled = useMemo(
    () => (isNew ? ({ kind: 'add', url, code, title, domain } as const) : null),
    [isNew, url, code, title, domain],
  );
  return {
    dialog: opened === null || opened.kind === 'added' ? (prefilled ?? opened) : opened,
    open,
    add: () => open({ kind: 'add', url: '', code: '', title: '', domain }),
    edit: (link: Link) => open({ kind: 'edit', link }),
    duplicate: (link: Link) => open(toDuplicateTask(link)),
    showQr: (code: string) => open({ kind: 'qr', code }),
    showKeys: () => open({ kind: 'keys' }),
    /** Closes the panel of the added link if it is one of these. */
    closeAdded: (ids: readonly number[]) =>
      open((now) => (now?.kind === 'added' && ids.includes(now.link.id) ? null : now)),
    close: () => {
      open(null);
      clearPrefill();
    },
  };
}
