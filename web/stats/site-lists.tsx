import { t } from '../language.ts';
import { Alerts } from './alerts.tsx';
import { MissedCodes } from './missed-codes.tsx';
import { RankedLinks } from './ranked-links.tsx';
import type { Span } from './stats-view.ts';
import './site-lists.css';

export interface SiteListProps {
  readonly span: Span;
  /** Whether the rest of the page is about some clicks only; lists always tell of all. */
  readonly isFiltered: boolean;
}

/** What only the whole site has: which of its links do well, which do not, and which it lacks. */
export function SiteLists({ span, isFiltered }: SiteListProps) {
  const lists = { span, isFiltered };
  return (
    <>
      <p className="site-lists-note">{t(isFiltered ? 'stats.lists.all' : 'stats.lists.days')}</p>
      <div className="site-lists">
        <div>
          <RankedLinks kind="top" {...lists} />
          <RankedLinks kind="silent" {...lists} />
        </div>
        <div>
          <Alerts />
          <MissedCodes {...lists} />
        </div>
      </div>
    </>
  );
}
