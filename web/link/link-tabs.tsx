import { Link } from '@tanstack/react-router';
import { t } from '../language.ts';
import { toStats } from '../links/stats-link.ts';
import { linkPages } from './pages.ts';

/** Links to the pages of a link. Each has its own address. */
export function LinkTabs({ code }: { readonly code: string }) {
  return (
    <nav className="link-tabs" aria-label={t('link.tabs', { code })}>
      {linkPages.map(({ page, label }) => (
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
