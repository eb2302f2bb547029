import { Link } from '@tanstack/react-router';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { escapeInvisible } from '../../ui/text/escape-invisible.ts';
import { formatCode } from '../format-value.ts';
import { toSearch, type StatsView } from '../stats-view.ts';

interface SiteListLinkProps {
  readonly code: string;
  readonly title: string;
  /** The view that the link's statistics open with. */
  readonly view: StatsView;
}

/** An entry of a list. It leads to the statistics of its link. */
export function SiteListLink({ code, title, view }: SiteListLinkProps) {
  const shownTitle = escapeInvisible(title);
  return (
    <span className="site-list-name">
      <Link
        to="/admin/links/$code/{-$page}"
        params={{ code, page: undefined }}
        search={toSearch(view)}
        className="site-list-code mono"
      >
        <MiddleCut text={formatCode(code)} title={escapeInvisible(code)} />
      </Link>
      {title !== '' && (
        <span className="site-list-title" title={shownTitle}>
          {shownTitle}
        </span>
      )}
    </span>
  );
}
