import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { useLive } from './use-live.ts';

/** Says that the figures come by themselves, and how many people came just now. */
export function LiveMark({ code }: { readonly code: string | null }) {
  const { isOn, people, beat } = useLive(code);
  if (!isOn) return null;
  return (
    <span className="stats-live" title={t('stats.live.about')}>
      <span key={beat} className="stats-live-dot" data-beat={beat > 0 || undefined} aria-hidden />
      {people === 0
        ? t('stats.live')
        : t('stats.live.people', { count: people, shown: formatNumber(people, locale) })}
    </span>
  );
}
