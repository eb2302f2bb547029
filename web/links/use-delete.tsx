import { useRef } from 'react';
import { confirm } from '../confirm.tsx';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { dropToast, toast } from '../toast.tsx';
import { DoomedLinks } from './doomed-links.tsx';
import { useDeleteLinks, useRestoreLinks, type Link } from './links.api.ts';
import { Undoable } from './undoable.tsx';

interface DeleteEvents {
  readonly onDeleted: (links: readonly Link[]) => void;
  readonly onRestored: (links: readonly Link[]) => void;
}

/** Deletes links, after asking in words that name them, and brings the last ones back. */
export function useDelete({ onDeleted, onRestored }: DeleteEvents) {
  const deletion = useDeleteLinks();
  const restoration = useRestoreLinks();
  const last = useRef<readonly Link[]>([]);

  const restore = async (links: readonly Link[]) => {
    try {
      // A promise, not callbacks: these are dropped with the page, which the toast outlives.
      const count = await restoration.mutateAsync(links.map(({ id }) => id));
      if (count === 0) toast('error', t('undo.failed'));
      else toast('success', t('undo.done', { count }));
      onRestored(links);
    } catch (error) {
      toast('error', explainFailure(error, 'undo.failed'));
    }
  };

  const undo = () => {
    const links = last.current;
    if (links.length === 0) return;
    last.current = [];
    dropToast('undo');
    void restore(links);
  };

  const destroy = (links: readonly Link[]) => {
    deletion.mutate(links, {
      onSuccess: (count) => {
        last.current = links;
        toast('undo', <Undoable text={t('delete.done', { count })} onUndo={undo} />);
        onDeleted(links);
      },
      onError: (error) => toast('error', explainFailure(error, 'delete.failed')),
    });
  };

  const ask = async (links: readonly Link[]) => {
    const count = links.length;
    const [first] = links;
    if (first === undefined) {
      toast('warning', t('links.delete.none'));
      return;
    }
    const isYes = await confirm({
      title:
        count === 1
          ? t('delete.one.title', { code: first.short_url })
          : t('delete.many.title', { count }),
      content: <DoomedLinks links={links} />,
      yes: count === 1 ? t('delete.one.confirm') : t('delete.many.confirm', { count }),
      isDangerous: true,
    });
    if (isYes) destroy(links);
  };

  return { ask: (links: readonly Link[]) => void ask(links), undo };
}
