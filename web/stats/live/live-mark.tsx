import { locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { useLive } from './use-live.ts';

/** Shows that the figures are live, and how many people came in the last minutes. */
export function LiveMark({ code }: { readonly code: string | null }) {
  const { isOn, people, arrivalCount } = useLive(code);
  if (!isOn) return null;
  return (
    <span className="stats-live" title={t('stats.live.about')}>
      <span
        key={arrivalCount}
        className="stats-live-dot"
        data-beat={arrivalCount > 0 || undefined}
        aria-hidden
      />
      {people === 0
        ? t('stats.live')
        : t('stats.live.people', { count: people, shown: formatNumber(people, locale) })}
    </span>
  );
}
