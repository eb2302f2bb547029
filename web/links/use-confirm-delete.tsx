import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { startHere } from '../ui/start-here.ts';
import { useDeleteLinks, type Link } from './links.api.ts';

const NAMED_MAX = 5;

/** Asks before links are deleted, in words that name them. */
export function useConfirmDelete(onDeleted: (links: readonly Link[]) => void) {
  const { mutate } = useDeleteLinks();
  return (links: readonly Link[]) => {
    const count = links.length;
    const [first] = links;
    if (first === undefined) {
      toast('warning', t('links.delete.none'));
      return;
    }
    modals.openConfirmModal({
      title:
        count === 1
          ? t('delete.one.title', { code: first.short_url })
          : t('delete.many.title', { count }),
      children: <NamedLinks links={links} />,
      labels: {
        confirm: count === 1 ? t('delete.one.confirm') : t('delete.many.confirm', { count }),
        cancel: t('cancel'),
      },
      confirmProps: { color: 'red' },
      cancelProps: startHere,
      closeButtonProps: { 'aria-label': t('close') },
      onConfirm: () =>
        mutate(links, {
          onSuccess: (deleted) => {
            toast('success', t('delete.done', { count: deleted }));
            onDeleted(links);
          },
          onError: (error) => toast('error', explainFailure(error, 'delete.failed')),
        }),
    });
  };
}

function NamedLinks({ links }: { readonly links: readonly Link[] }) {
  const more = links.length - NAMED_MAX;
  return (
    <Stack gap="sm">
      <ul className="links-named">
        {links.slice(0, NAMED_MAX).map((link) => (
          <li key={link.id}>
            <span className="mono">{link.short_url}</span>
            <span className="links-named-target">{link.title || link.long_url}</span>
          </li>
        ))}
        {more > 0 && <li className="muted">{t('delete.more', { count: more })}</li>}
      </ul>
      <Text>{t('delete.warning')}</Text>
    </Stack>
  );
}
