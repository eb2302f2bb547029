import { locale, t } from '../language.ts';
import { Instant } from '../ui/instant.tsx';
import { isExpired, isUsedUp } from './link-ends.ts';
import type { Link } from './links.api.ts';

/** An expiry within this time has a mark, in seconds. */
const SOON_S = 3 * 86_400;

function isSoon({ expires_at: at }: Link): boolean {
  return at - Date.now() / 1000 < SOON_S;
}

/** Marks a link that is off, expired or about to expire. */
export function StateMark({ link }: { readonly link: Link }) {
  if (link.state === 'off') return <span className="links-state">{t('links.off')}</span>;
  if (link.state === 'scheduled') return <StartMark at={link.starts_at} />;
  const { expires_at: at } = link;
  if (isUsedUp(link)) {
    return <span className="links-state links-state-over">{t('links.used.up')}</span>;
  }
  if (at === 0) return null;
  const instant = { at, locale, justNow: t('just.now') };
  if (isExpired(link)) {
    return (
      <span className="links-state links-state-over">
        <Instant {...instant} format={() => t('links.expired')} formatExact={formatExpiredAt} />
      </span>
    );
  }
  return (
    <span className="links-state" data-soon={isSoon(link) || undefined}>
      <Instant
        {...instant}
        format={(when) => t('links.ends', { when })}
        formatExact={formatEndsAt}
      />
    </span>
  );
}

function StartMark({ at }: { readonly at: number }) {
  return (
    <span className="links-state">
      <Instant
        at={at}
        locale={locale}
        justNow={t('just.now')}
        format={(when) => t('links.starts', { when })}
        formatExact={(exact) => t('links.starts.at', { when: exact })}
      />
    </span>
  );
}

function formatExpiredAt(exact: string): string {
  return t('links.expired.at', { when: exact });
}

function formatEndsAt(exact: string): string {
  return t('links.ends.at', { when: exact });
}
