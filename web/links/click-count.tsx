import { locale, t } from '../language.ts';
import { formatNumber, shortenNumber } from '../ui/format-number.ts';
import type { Link } from './links.api.ts';

interface ClickCountProps {
  readonly link: Link;
  /** Whether it stands in a column of its own, where signs stand for words. */
  readonly isNarrow?: boolean;
}

/** The people of a link, the clicks of all, and those that are counted and not yet added up. */
export function ClickCount({ link, isNarrow = false }: ClickCountProps) {
  const { people, clicks, imported_clicks: imported, pending_clicks: pending } = link;
  const ofPeople = t('links.people.shown', { count: people, shown: formatNumber(people, locale) });
  const ofAll = t('links.clicks.shown', { count: clicks, shown: formatNumber(clicks, locale) });
  const ofImported = t('links.clicks.imported', {
    count: imported,
    shown: formatNumber(imported, locale),
  });
  const both = t('links.people.among', { people: ofPeople, clicks: ofAll });
  const all = imported === 0 ? both : t('links.people.among', { people: both, clicks: ofImported });
  const about = t('links.clicks.pending', { count: pending, shown: formatNumber(pending, locale) });
  return (
    <>
      {isNarrow ? (
        <span title={all}>
          <span aria-hidden>{shortenNumber(people, locale)}</span>
          <span className="links-total" aria-hidden>
            {' / '}
            {shortenNumber(clicks, locale)}
          </span>
          <span className="visually-hidden">{all}</span>
        </span>
      ) : (
        <>
          <span className="links-people">{ofPeople}</span> <span>{ofAll}</span>
          {imported > 0 && <span> {ofImported}</span>}
        </>
      )}
      {pending > 0 && (
        <span className="links-pending" title={about}>
          {' '}
          <span aria-hidden>+{formatNumber(pending, locale)}</span>
          <span className="visually-hidden">{about}</span>
        </span>
      )}
    </>
  );
}
