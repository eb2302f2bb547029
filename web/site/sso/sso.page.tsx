import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadFailure } from '../../failure-notice.tsx';
import { t } from '../../language.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useDocumentTitle } from '../../use-document-title.ts';
import { ProviderFormView } from './provider-form.tsx';
import { providerQuery } from './provider.api.ts';
import '../settings/settings.css';

/** The provider of single sign-on, for owners. */
export function SsoPage() {
  useDocumentTitle(t('settings.sso.page'));
  const query = useQuery({ ...providerQuery, staleTime: 0 });
  return (
    <>
      <Link to="/admin/$name" params={{ name: 'setting' }} search={{}}>
        {t('provider.back')}
      </Link>
      <PageHead title={t('settings.sso.page')} />
      {query.isPending && <Skeleton height={320} maw={672} aria-label={t('provider.loading')} />}
      {query.data === undefined && query.isError && (
        <LoadFailure title={t('provider.failed')} query={query} />
      )}
      {query.data !== undefined && <ProviderFormView stored={query.data} />}
    </>
  );
}
