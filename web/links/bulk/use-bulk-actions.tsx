import { useEffect, useRef } from 'react';
import { locale, t, toCounted } from '../../language.ts';
import { attempt, toast } from '../../toast.tsx';
import { formatNumber } from '../../ui/text/format-number.ts';
import { offerUndo } from '../selection/offer-undo.tsx';
import {
  useBulkEdit,
  useBulkUndo,
  type BulkChange,
  type BulkReply,
  type BulkSelection,
  type Undone,
} from './bulk.api.ts';

/** Edits links in bulk and undoes it. Shows both results even after the dialog has closed. */
export function useBulkActions(selection: BulkSelection, onDone: () => void) {
  const editing = useBulkEdit(selection);
  const undoing = useBulkUndo();
  // The dialog may close, and another open, before the edit completes.
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const undo = (id: number) =>
    attempt('bulk.undo.failed', async () => {
      // A promise outlives the dialog, as the toast does. Callbacks of the mutation do not.
      toast('success', describeUndone(await undoing.mutateAsync(id)));
    });

  const edit = (change: BulkChange) =>
    attempt('bulk.error', async () => {
      const reply = await editing.mutateAsync(change);
      const { bulk_id: id } = reply;
      if (id === null) toast('warning', t('bulk.nothing'));
      else offerUndo(describeDone(reply), () => undo(id));
      if (isOpen.current) onDone();
    });

  return { edit, undo, isEditing: editing.isPending };
}

function describeDone({ changed, failed_count: failed }: BulkReply): string {
  const done = t('bulk.done', toCounted(changed));
  return failed === 0
    ? done
    : t('bulk.done.failed', { done, failed: formatNumber(failed, locale) });
}

function describeUndone({ restored, kept }: Undone): string {
  const done = t('undo.done', toCounted(restored));
  if (kept === 0) return done;
  return t('bulk.undone.kept', { done, ...toCounted(kept) });
}
