import { confirm } from '../../form/confirm.tsx';
import { t, toCounted } from '../../language.ts';
import { attempt, toast } from '../../toast.tsx';
import { DeletionList } from '../selection/deletion-list.tsx';
import { useDeleteLinks, useRestoreLinks, type Link } from '../links.api.ts';
import { offerUndo } from '../selection/offer-undo.tsx';
import { usePurge } from './bin.api.ts';

/** No progress: one call is enough for a page of the bin. */
const onProgress = () => undefined;

/** Restores links or deletes them permanently. Calls `onDone` when they have left the bin. */
export function useBinActions(onDone: () => void) {
  const restoration = useRestoreLinks();
  const deletion = useDeleteLinks();
  const purge = usePurge();

  const restore = (links: readonly Link[]) =>
    attempt('undo.failed', async () => {
      const count = await restoration.mutateAsync({ ids: links.map(({ id }) => id), onProgress });
      if (count === 0) toast('error', t('undo.failed'));
      else offerUndo(t('undo.done', toCounted(count)), () => moveToBin(links));
      onDone();
    });

  const moveToBin = (links: readonly Link[]) =>
    attempt('delete.failed', async () => {
      const deleted = { links, all: null, onProgress, onPart: onProgress };
      toast('success', t('delete.done', toCounted(await deletion.mutateAsync(deleted))));
    });

  const purgeLinks = (ids: readonly number[] | 'all') =>
    attempt('delete.failed', async () => {
      toast('success', t('bin.purged', { count: await purge.mutateAsync(ids) }));
      onDone();
    });

  const confirmPurge = async (links: readonly Link[]) => {
    const count = links.length;
    const isConfirmed = await confirm({
      title: t('bin.purge.title', { count }),
      content: <DeletionList links={links} warning={t('bin.purge.warning')} />,
      yes: t('bin.purge.confirm', { count }),
      isDangerous: true,
    });
    if (isConfirmed) purgeLinks(links.map(({ id }) => id));
  };

  const confirmClear = async (count: number) => {
    const isConfirmed = await confirm({
      title: t('bin.clear.title'),
      content: t('bin.clear.warning', { count }),
      yes: t('bin.purge.confirm', { count }),
      isDangerous: true,
    });
    if (isConfirmed) purgeLinks('all');
  };

  return {
    restore,
    confirmPurge: (links: readonly Link[]) => void confirmPurge(links),
    confirmClear: (total: number) => void confirmClear(total),
  };
}
