import { Link as RouterLink } from '@tanstack/react-router';
import { locale, t } from '../language.ts';
import { toStoredCode } from '../short-link.ts';
import { formatNumber } from '../ui/format-number.ts';
import { describeClicks, formatClickCount } from './describe-clicks.ts';
import type { Link } from './links.api.ts';
import { Sparkline } from './sparkline.tsx';
import { toStats } from './stats-link.ts';

interface ClickCountProps {
  readonly link: Link;
  /** People on each of the last days; undefined while it loads. */
  readonly people: readonly number[] | undefined;
}

/** Shows all clicks of a link beside its sparkline. Links to the statistics. */
export function ClickCount({ link, people }: ClickCountProps) {
  const { clicks, pending_clicks: pending } = link;
  const code = toStoredCode(link);
  const about = describeClicks(link);
  const label = t('links.stats.of', { code, clicks: formatClickCount(link), about });
  return (
    <RouterLink {...toStats(code)} className="links-clicks" aria-label={label}>
      <Sparkline people={people} />
      {clicks > 0 ? (
        <span className="links-number mono" title={about}>
          {formatNumber(clicks, locale)}
        </span>
      ) : (
        <span className="links-number links-number-none" title={about}>
          {pending > 0
            ? t('links.clicks.fresh', { count: pending, shown: formatNumber(pending, locale) })
            : t('links.clicks.none')}
        </span>
      )}
    </RouterLink>
  );
}
