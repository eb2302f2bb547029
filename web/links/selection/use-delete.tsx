import { useRef, useState } from 'react';
import { confirm } from '../../form/confirm.tsx';
import { explainFailure } from '../../failure.ts';
import { locale, t, toCounted } from '../../language.ts';
import { hideToast, toast } from '../../toast.tsx';
import { formatNumber } from '../../ui/text/format-number.ts';
import { toLinkName } from '../../ui/text/readable-url.ts';
import { useDeleteLinks, useRestoreLinks, type Link, type LinksToDelete } from '../links.api.ts';
import { DeletionList } from './deletion-list.tsx';
import type { Progress } from './selection-bar.tsx';
import { offerUndo } from './offer-undo.tsx';

type ToDelete = Pick<LinksToDelete, 'links' | 'all'>;

/** The last deletion. `links` may be only a part of the deleted links. */
interface Deleted {
  readonly links: readonly Link[];
  readonly ids: readonly number[];
}

interface DeleteEvents {
  readonly onDeleted: (deleted: Deleted) => void;
  readonly onRestored: (links: readonly Link[]) => void;
}

/** Asks for confirmation, deletes links and undoes the last deletion. */
export function useDelete({ onDeleted, onRestored }: DeleteEvents) {
  const deletion = useDeleteLinks();
  const [progress, setProgress] = useState<Progress | null>(null);
  const last = useRef<Deleted>({ links: [], ids: [] });

  const restore = useRestore({ onProgress: setProgress, onRestored });

  const undo = () => {
    const deleted = last.current;
    if (deleted.ids.length === 0) return;
    last.current = { links: [], ids: [] };
    hideToast('undo');
    void restore(deleted);
  };

  const offerRestore = (count: number) => {
    const done = t('delete.done', toCounted(count));
    offerUndo(`${done}${t('delete.kept')}`, undo);
  };

  const deleteLinks = (toDelete: ToDelete) => {
    const ids: number[] = [];
    const onPart = (part: readonly number[]) => {
      ids.push(...part);
      last.current = { links: toDelete.links, ids };
    };
    deletion.mutate(
      { ...toDelete, onProgress: setProgress, onPart },
      {
        onSuccess: (count) => {
          offerRestore(count);
          onDeleted({ links: toDelete.links, ids });
        },
        onError: (error) => {
          toast('error', explainFailure(error, 'delete.failed'));
          // Some parts may already be deleted.
          if (ids.length > 0) offerRestore(ids.length);
        },
        onSettled: () => setProgress(null),
      },
    );
  };

  const confirmDelete = async (toDelete: ToDelete) => {
    if (await confirmDeletion(toDelete)) deleteLinks(toDelete);
  };

  return { confirmDelete: (toDelete: ToDelete) => void confirmDelete(toDelete), undo, progress };
}

interface RestoreEvents extends Pick<DeleteEvents, 'onRestored'> {
  readonly onProgress: (progress: Progress | null) => void;
}

function useRestore({ onProgress, onRestored }: RestoreEvents) {
  const restoration = useRestoreLinks();
  return async ({ links, ids }: Deleted) => {
    try {
      // A promise outlives the page, as the toast does. Callbacks of the mutation do not.
      const count = await restoration.mutateAsync({ ids, onProgress });
      if (count === 0) toast('error', t('undo.failed'));
      else toast('success', t('undo.done', toCounted(count)));
      onRestored(links);
    } catch (error) {
      toast('error', explainFailure(error, 'undo.failed'));
    } finally {
      onProgress(null);
    }
  };
}

async function confirmDeletion({ links, all }: ToDelete): Promise<boolean> {
  const count = all?.total ?? links.length;
  const [first] = links;
  if (first === undefined) {
    toast('warning', t('links.delete.none'));
    return false;
  }
  const shown = formatNumber(count, locale);
  return await confirm({
    title:
      count === 1
        ? t('delete.one.title', { code: toLinkName(first) })
        : t('delete.many.title', { count, shown }),
    content: <DeletionList links={links} count={count} warning={t('delete.warning')} />,
    yes: count === 1 ? t('links.delete.action') : t('delete.many.confirm', { count, shown }),
    isDangerous: true,
  });
}
