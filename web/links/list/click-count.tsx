import { Link as RouterLink } from '@tanstack/react-router';
import { locale, t, toCounted } from '../../language.ts';
import { toStoredCode } from '../../urls/short-link.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import type { Link } from '../links.api.ts';
import { toStats } from '../stats-link.ts';
import { Sparkline } from './sparkline.tsx';

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
          {pending > 0 ? t('links.clicks.fresh', toCounted(pending)) : t('links.clicks.none')}
        </span>
      )}
    </RouterLink>
  );
}

/** For example "259 clicks". */
function formatClickCount({ clicks, pending_clicks: pending }: Link): string {
  if (clicks === 0 && pending === 0) return t('links.clicks.none');
  return t('links.clicks.shown', toCounted(clicks));
}

/** For example "240 by people, 19 by bots and previews, 3 just now, not counted yet". */
function describeClicks(link: Link): string {
  const { clicks, people, imported_clicks: imported, pending_clicks: pending } = link;
  const counts = [
    ['links.clicks.people', people],
    ['links.clicks.bots', clicks - people - imported],
    ['links.clicks.imported', imported],
    ['links.clicks.pending', pending],
  ] as const;
  const descriptions = counts
    .filter(([key, count]) => count > 0 || (key === 'links.clicks.people' && clicks > 0))
    .map(([key, count]) => t(key, toCounted(count)));
  return descriptions.length === 0
    ? t('links.clicks.none')
    : descriptions.join(t('links.clicks.and'));
}
