import { locale, t, type TextKey } from '../../language.ts';
import { Instant } from '../../ui/text/instant.tsx';
import { isExpired, isUsedUp, type Link } from '../links.api.ts';
import type { RowContentProps } from './rows.ts';

/** An expiry within this time has a mark, in seconds. */
const SOON_S = 3 * 86_400;

type RowStateProps = Pick<RowContentProps, 'link' | 'sort'>;

/** The state of a link, if it needs a mark, and the date of its row. */
export function RowState({ link, sort }: RowStateProps) {
  return (
    <>
      <StateMark link={link} />
      <span className="links-date">
        <RowDate link={link} sort={sort} />
      </span>
    </>
  );
}

/** Marks a link that is off, expired or about to expire. */
function StateMark({ link }: { readonly link: Link }) {
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

/** The date of a row: creation, or the date by which the list is sorted. */
function RowDate({ link, sort }: RowStateProps) {
  const { created_at: created, updated_at: updated, expires_at: end } = link;
  if (sort === 'updated_at') {
    return <Moment at={updated} sentence="links.updated.ago" exact="links.updated.at" />;
  }
  if (sort !== 'expires_at') return <Moment at={created} exact="links.created.at" />;
  if (end === 0) return <span className="instant">{t('links.endless')}</span>;
  // The state mark already shows the expiry, unless it shows another state.
  if (!isExpired(link) && link.state !== 'off') return null;
  return <Moment at={end} exact="links.ends.at" />;
}

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
