import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import type { Link } from './links.api.ts';

/** For example "259 clicks". */
export function formatClickCount({ clicks, pending_clicks: pending }: Link): string {
  if (clicks === 0 && pending === 0) return t('links.clicks.none');
  return t('links.clicks.shown', { count: clicks, shown: formatNumber(clicks, locale) });
}

/** For example "240 by people, 19 by bots and previews, 3 just now, not counted yet". */
export function describeClicks(link: Link): string {
  const { clicks, people, imported_clicks: imported, pending_clicks: pending } = link;
  const counts = [
    ['links.clicks.people', people],
    ['links.clicks.bots', clicks - people - imported],
    ['links.clicks.imported', imported],
    ['links.clicks.pending', pending],
  ] as const;
  const descriptions = counts
    .filter(([key, count]) => count > 0 || (key === 'links.clicks.people' && clicks > 0))
    .map(([key, count]) => t(key, { count, shown: formatNumber(count, locale) }));
  return descriptions.length === 0
    ? t('links.clicks.none')
    : descriptions.join(t('links.clicks.and'));
}
