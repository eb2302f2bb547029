import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import type { Link } from './links.api.ts';

interface ClickCountProps {
  readonly link: Link;
  /** The words around the number; by itself it stands under its heading. */
  readonly say?: (shown: string) => string;
}

/** The clicks of a link, with those beside them that are counted and not yet added up. */
export function ClickCount({ link, say = String }: ClickCountProps) {
  const { clicks, pending_clicks: pending } = link;
  const about = t('links.clicks.pending', { count: pending, shown: formatNumber(pending, locale) });
  return (
    <>
      {say(formatNumber(clicks, locale))}
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
