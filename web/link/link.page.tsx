import { useQuery } from '@tanstack/react-query';
import { Navigate, Link } from '@tanstack/react-router';
import { useLacks } from '../app-info.ts';
import { LoadFailure } from '../failure-notice.tsx';
import { t } from '../language.ts';
import { toStats } from '../links/stats-link.ts';
import { toStoredCode } from '../urls/short-link.ts';
import { LinkHeading } from './link-heading.tsx';
import { LinkNotFound } from './link-not-found.tsx';
import { linkQuery, useAddress } from './link.api.ts';
import { findPage, linkPages } from './pages.ts';
import '../links/links.css';
import '../ui/page-head.css';
import './link.css';

/** The page of a link, with tabs for statistics, settings and history. */
export function LinkPage() {
  const { code, page } = useAddress();
  const part = findPage(page);
  const lacksEdit = useLacks('links.edit');
  const query = useQuery(linkQuery(code));
  const { data: link } = query;
  const isReader = !(link?.may?.includes('edit') ?? !lacksEdit);
  if (part === undefined || (page === 'settings' && isReader))
    return <Navigate {...toStats(code)} replace />;
  if (link === null) return <LinkNotFound code={code} />;
  return (
    <>
      <LinkHeading code={link ? toStoredCode(link) : code} link={link} />
      <LinkTabs code={code} isReader={isReader} />
      {query.isError && link === undefined ? (
        <LoadFailure variant="default" title={t('link.failed')} query={query} />
      ) : (
        <part.Page />
      )}
    </>
  );
}

interface LinkTabsProps {
  readonly code: string;
  /** It may not change the link. */
  readonly isReader: boolean;
}

/** Links to the pages of a link. Each has its own address. */
function LinkTabs({ code, isReader }: LinkTabsProps) {
  const pages = linkPages.filter(({ page }) => page !== 'settings' || !isReader);
  return (
    <nav className="link-tabs" aria-label={t('link.tabs', { code })}>
      {pages.map(({ page, label }) => (
        <Link
          key={label}
          {...toStats(code)}
          params={{ code, page }}
          className="link-tab"
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
