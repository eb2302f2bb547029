import type { Link } from '../../contracts/links.ts';
import { locale, t } from '../language.ts';
import { isUsedUp } from '../links/link-ends.ts';
import { Instant } from '../ui/instant.tsx';

/** Shows why a link does not redirect, or when it expires. Otherwise it shows nothing. */
export function LinkState({ link }: { readonly link: Link }) {
  const { state, expires_at: end, starts_at: start } = link;
  if (state === 'off') return <span className="link-state">{t('link.state.off')}</span>;
  if (isUsedUp(link)) {
    return <span className="link-state">{t('link.state.used.up')}</span>;
  }
  const at = state === 'scheduled' ? start : end;
  if (at === 0) return null;
  const instant = { at, locale, justNow: t('just.now') };
  return (
    <span className="link-state" data-live={state === 'live' || undefined}>
      <Instant {...instant} format={(when) => t(`link.state.${state}`, { when })} />
    </span>
  );
}
