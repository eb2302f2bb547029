import { lazy, Suspense, use } from 'react';
import { t } from '../language.ts';
import { PageHelp } from '../ui/page-head.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { LinkFilters } from './site/link-filters.tsx';
import { Statistics, useStatsView } from './statistics.tsx';

const SiteLists = lazy(async () => ({
  default: (await import('./site/site-lists.tsx')).SiteLists,
}));

export function StatsPage() {
  useDocumentTitle(t('stats.title'));
  const { view, show } = useStatsView();
  const heading = (
    <>
      <h1 className="page-title">{t('stats.title')}</h1>
      {use(PageHelp)}
    </>
  );
  return (
    <>
      <Statistics code={null} heading={heading}>
        <LinkFilters view={view} onShow={show} />
      </Statistics>
      <Suspense fallback={null}>
        <SiteLists view={view} />
      </Suspense>
    </>
  );
}
