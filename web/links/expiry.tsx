import { locale, t } from '../language.ts';
import { Instant } from '../ui/instant.tsx';
import type { Link } from './links.api.ts';

function isExpired({ expires_at: at }: Link): boolean {
  return at !== 0 && at * 1000 <= Date.now();
}

interface ExpiryProps {
  readonly link: Link;
  readonly say?: (when: string) => string;
  readonly isNarrow?: boolean;
}

export function Expiry({ link, ...instant }: ExpiryProps) {
  if (link.expires_at === 0) return <span className="muted">{t('links.never')}</span>;
  if (!isExpired(link))
    return <Instant {...instant} at={link.expires_at} locale={locale} justNow={t('just.now')} />;
  return <span className="links-expired">{t('links.expired')}</span>;
}
