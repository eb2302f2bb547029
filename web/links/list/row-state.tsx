import { locale, t, type TextKey } from '../../language.ts';
import { Instant } from '../../ui/text/instant.tsx';
import { isExpired, isUsedUp, type Link } from '../links.api.ts';
import type { DateColumn } from './sorting.ts';

/** An expiry within this time has a mark, in seconds. */
const SOON_S = 3 * 86_400;

/** Marks a link that is off, expired or about to expire. */
export function StateMark({ link }: { readonly link: Link }) {
  const { state, expires_at: end } = link;
  if (state === 'off') return <span className="links-state">{t('links.off')}</span>;
  if (state === 'scheduled') {
    return (
      <span className="links-state">
        <Moment at={link.starts_at} sentence="links.starts" exact="links.starts.at" />
      </span>
    );
  }
  if (isUsedUp(link)) {
    return <span className="links-state links-state-over">{t('links.used.up')}</span>;
  }
  if (end === 0) return null;
  if (isExpired(link)) {
    return (
      <span className="links-state links-state-over">
        <Moment at={end} sentence="links.expired" exact="links.expired.at" />
      </span>
    );
  }
  return (
    <span className="links-state" data-soon={isSoon(link) || undefined}>
      <Moment at={end} sentence="links.ends" exact="links.ends.at" />
    </span>
  );
}

interface RowDateProps {
  readonly link: Link;
  readonly column: DateColumn;
}

/** The date of a row. The column header names it. */
export function RowDate({ link, column }: RowDateProps) {
  const at = link[column];
  if (at === 0) {
    const name = column === 'last_clicked_at' ? 'links.not_clicked' : 'links.endless';
    return <span className="instant">{t(name)}</span>;
  }
  return <Moment at={at} exact={exactDates[column]} />;
}

const exactDates = {
  created_at: 'links.created.at',
  updated_at: 'links.updated.at',
  expires_at: 'links.ends.at',
  last_clicked_at: 'links.last_clicked.at',
} as const satisfies Record<DateColumn, TextKey>;

interface MomentProps {
  /** Unix seconds. */
  readonly at: number;
  readonly sentence?: TextKey;
  readonly exact: TextKey;
}

/** An instant within a text. The exact time appears on hover. */
function Moment({ at, sentence, exact }: MomentProps) {
  return (
    <Instant
      at={at}
      locale={locale}
      justNow={t('just.now')}
      format={(when) => (sentence === undefined ? when : t(sentence, { when }))}
      formatExact={(when) => t(exact, { when })}
    />
  );
}

function isSoon({ expires_at: at }: Link): boolean {
  return at - Date.now() / 1000 < SOON_S;
}
