import type { Link } from '../../contracts/links.ts';
import { locale, t } from '../language.ts';
import { Instant } from '../ui/instant.tsx';

/** Shows why a link does not redirect, or when it expires. Otherwise it shows nothing. */
export function LinkState({ link }: { readonly link: Link }) {
  const { state, expires_at: end } = link;
  const instant = { at: end, locale, justNow: t('just.now') };
  if (state === 'off') return <span className="link-state">{t('link.state.off')}</span>;
  if (end === 0) return null;
  return (
    <span className="link-state" data-live={state === 'live' || undefined}>
      <Instant {...instant} format={(when) => t(`link.state.${state}`, { when })} />
    </span>
  );
}
