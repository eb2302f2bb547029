import { locale, t } from '../language.ts';
import { Instant } from '../ui/instant.tsx';
import type { SortColumn } from '../../contracts/links.constants.ts';
import type { Link } from './links.api.ts';
import { isExpired } from './link-ends.ts';

interface RowDateProps {
  readonly link: Link;
  readonly sort: SortColumn | null;
}

/** The date of a row: creation, or the date by which the list is sorted. */
export function RowDate({ link, sort }: RowDateProps) {
  const instant = { locale, justNow: t('just.now') };
  if (sort === 'updated_at') {
    return (
      <Instant
        {...instant}
        at={link.updated_at}
        format={(when) => t('links.updated.ago', { when })}
        formatExact={(when) => t('links.updated.at', { when })}
      />
    );
  }
  if (sort === 'expires_at') {
    const { expires_at: at } = link;
    if (at === 0) return <span className="instant">{t('links.endless')}</span>;
    // The state mark already shows the expiry, unless it shows another state.
    if (!isExpired(link) && link.state !== 'off') return null;
    return <Instant {...instant} at={at} formatExact={(when) => t('links.ends.at', { when })} />;
  }
  return (
    <Instant
      {...instant}
      at={link.created_at}
      formatExact={(when) => t('links.created.at', { when })}
    />
  );
}
