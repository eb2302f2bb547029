import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';

interface WholeButtonProps {
  /** Whether all of the list is shown. */
  readonly isWhole: boolean;
  /** How long the whole list is. */
  readonly count: number;
  /** How long its beginning is. */
  readonly short: number;
  readonly onChange: (isWhole: boolean) => void;
}

/**
 * Shows all of a list of which only the beginning is shown, and only the beginning again. Paper,
 * where nothing can be pressed, says how much more there is.
 */
export function WholeButton({ isWhole, count, short, onChange }: WholeButtonProps) {
  return (
    <>
      <button
        type="button"
        className="stats-text-button stats-more"
        aria-expanded={isWhole}
        onClick={() => onChange(!isWhole)}
      >
        {isWhole
          ? t('stats.list.short')
          : t('stats.list.whole', { shown: formatNumber(count, locale) })}
      </button>
      {!isWhole && (
        <p className="stats-note stats-printed">
          {t('stats.list.more', { shown: formatNumber(count - short, locale) })}
        </p>
      )}
    </>
  );
}
