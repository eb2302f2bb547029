import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../api.ts';
import { confirm } from '../form/confirm.tsx';
import { explainFailure } from '../failure.ts';
import { t, toCounted } from '../language.ts';
import { toast } from '../toast.tsx';
import { useDeleteDomain, type Domain } from './domains.api.ts';
import { toHostName } from './host-name.ts';

/** Deletes a domain after a confirmation. A domain with links stays: a dialog leads to them. */
export function useDomainDeletion(onDeleted: () => void) {
  const { mutateAsync } = useDeleteDomain();
  const navigate = useNavigate();

  const showLinks = async ({ host, links }: Domain) => {
    const count = toCounted(links);
    const isYes = await confirm({
      title: t('domains.has.links', { host: toHostName(host), ...count }),
      content: <Text>{t('domains.has.links.text')}</Text>,
      yes: t('domains.show.links', count),
    });
    if (isYes) {
      await navigate({ to: '/admin/$name', params: { name: 'list' }, search: { domain: host } });
    }
  };

  const showBin = async ({ host }: Domain) => {
    const isYes = await confirm({
      title: t('domains.in.bin', { host: toHostName(host) }),
      content: <Text>{t('domains.in.bin.text')}</Text>,
      yes: t('domains.show.bin'),
    });
    if (isYes) await navigate({ to: '/admin/$name', params: { name: 'bin' }, search: {} });
  };

  return async (domain: Domain) => {
    if (domain.links > 0) return showLinks(domain);
    const host = toHostName(domain.host);
    const isYes = await confirm({
      title: t('domains.delete.title', { host }),
      content: <Text>{t('domains.delete.text', { host })}</Text>,
      yes: t('domains.delete.of', { host }),
      isDangerous: true,
    });
    if (!isYes) return;
    try {
      await mutateAsync(domain.host);
      toast('success', t('domains.deleted', { host }));
      onDeleted();
    } catch (error) {
      // The list has no links of it, so they are in the bin.
      if (error instanceof ApiError && error.key === 'domain.has.links') await showBin(domain);
      else toast('error', explainFailure(error, 'domains.delete.failed'));
    }
  };
}
