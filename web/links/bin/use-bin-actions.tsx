import { confirm } from '../../confirm.tsx';
import { explainFailure } from '../../failure.ts';
import { locale, t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { DeletionList } from '../deletion-list.tsx';
import { useDeleteLinks, useRestoreLinks, type Link } from '../links.api.ts';
import { Undoable } from '../undoable.tsx';
import { usePurge } from './bin.api.ts';

/** No progress: one call is enough for a page of the bin. */
const onProgress = () => undefined;

/** Restores links or deletes them permanently. Calls `onDone` when they have left the bin. */
export function useBinActions(onDone: () => void) {
  const restoration = useRestoreLinks();
  const deletion = useDeleteLinks();
  const purge = usePurge();

  const restore = async (links: readonly Link[]) => {
    try {
      const count = await restoration.mutateAsync({ ids: links.map(({ id }) => id), onProgress });
      if (count === 0) toast('error', t('undo.failed'));
      else offerUndo(count, () => void moveToBin(links));
      onDone();
    } catch (error) {
      toast('error', explainFailure(error, 'undo.failed'));
    }
  };

  const moveToBin = async (links: readonly Link[]) => {
    try {
      const count = await deletion.mutateAsync({
        links,
        all: null,
        onProgress,
        onPart: onProgress,
      });
      toast('success', t('delete.done', { count, shown: formatNumber(count, locale) }));
    } catch (error) {
      toast('error', explainFailure(error, 'delete.failed'));
    }
  };

  const purgeLinks = async (ids: readonly number[] | 'all') => {
    try {
      const count = await purge.mutateAsync(ids);
      toast('success', t('bin.purged', { count }));
      onDone();
    } catch (error) {
      toast('error', explainFailure(error, 'delete.failed'));
    }
  };

  const confirmPurge = async (links: readonly Link[]) => {
    if (await confirmPurgeOf(links)) await purgeLinks(links.map(({ id }) => id));
  };

  const confirmClear = async (total: number) => {
    if (await confirmClearOf(total)) await purgeLinks('all');
  };

  return {
    restore: (links: readonly Link[]) => void restore(links),
    confirmPurge: (links: readonly Link[]) => void confirmPurge(links),
    confirmClear: (total: number) => void confirmClear(total),
  };
}

function offerUndo(count: number, onUndo: () => void) {
  const text = t('undo.done', { count, shown: formatNumber(count, locale) });
  toast('undo', <Undoable text={text} onUndo={onUndo} />);
}

function confirmPurgeOf(links: readonly Link[]): Promise<boolean> {
  const count = links.length;
  return confirm({
    title: t('bin.purge.title', { count }),
    content: <DeletionList links={links} warning={t('bin.purge.warning')} />,
    yes: t('bin.purge.confirm', { count }),
    isDangerous: true,
  });
}

function confirmClearOf(total: number): Promise<boolean> {
  return confirm({
    title: t('bin.clear.title'),
    content: t('bin.clear.warning', { count: total }),
    yes: t('bin.purge.confirm', { count: total }),
    isDangerous: true,
  });
}
