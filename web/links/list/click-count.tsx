import { locale, t, toCounted } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import type { Link } from '../links.api.ts';

/** Shows all clicks of a link. */
export function ClickCount({ link }: { readonly link: Link }) {
  const { clicks, pending_clicks: pending } = link;
  const about = describeClicks(link);
  return (
    <span className="links-clicks" title={about}>
      <span className={clicks > 0 ? 'links-number mono' : 'links-number links-number-none'}>
        {clicks > 0 && formatNumber(clicks, locale)}
        {clicks === 0 &&
          (pending > 0 ? t('links.clicks.fresh', toCounted(pending)) : t('links.clicks.none'))}
      </span>
      {clicks + pending > 0 && <span className="visually-hidden">{about}</span>}
    </span>
  );
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
