import { Link } from '@tanstack/react-router';
import { showUnseen } from './say-value.ts';
import { toSearch } from './stats-view.ts';
import { useStatsView } from './use-stats-view.ts';

interface SiteListLinkProps {
  readonly code: string;
  readonly title: string;
}

/** A link of a list, which leads to its own statistics of the same clicks. */
export function SiteListLink({ code, title }: SiteListLinkProps) {
  const { view } = useStatsView();
  const [shownCode, shownTitle] = [showUnseen(code), showUnseen(title)];
  return (
    <span className="site-list-name">
      <Link
        to="/admin/stats/$code"
        params={{ code }}
        search={toSearch(view)}
        className="site-list-code mono"
        title={shownCode}
      >
        {shownCode}
      </Link>
      {title !== '' && (
        <span className="site-list-title" title={shownTitle}>
          {shownTitle}
        </span>
      )}
    </span>
  );
}
