import { Alerts } from './alerts.tsx';
import { MissedCodes } from './missed-codes.tsx';
import { RankedLinks } from './ranked-links.tsx';
import type { Span } from './stats-view.ts';
import './site-lists.css';

/** What only the whole site has: which of its links do well, which do not, and which it lacks. */
export function SiteLists({ span }: { readonly span: Span }) {
  return (
    <div className="site-lists">
      <div>
        <RankedLinks span={span} kind="top" />
        <RankedLinks span={span} kind="silent" />
      </div>
      <div>
        <Alerts />
        <MissedCodes span={span} />
      </div>
    </div>
  );
}
