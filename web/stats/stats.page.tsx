import { lazy, Suspense } from 'react';
import { t } from '../language.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { LinkFilters } from './site/link-filters.tsx';
import { Statistics, useStatsView } from './statistics.tsx';

const SiteLists = lazy(async () => ({
  default: (await import('./site/site-lists.tsx')).SiteLists,
}));

export function StatsPage() {
  useDocumentTitle(t('stats.title'));
  const { view, show } = useStatsView();
  return (
    <>
      <Statistics code={null} heading={<h1 className="page-title">{t('stats.title')}</h1>}>
        <LinkFilters view={view} onShow={show} />
      </Statistics>
      <Suspense fallback={null}>
        <SiteLists view={view} />
      </Suspense>
    </>
  );
}
