import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';

interface ShowAllButtonProps {
  /** Whether all of the list is shown. */
  readonly isExpanded: boolean;
  /** How long the whole list is. */
  readonly count: number;
  /** How long its beginning is. */
  readonly short: number;
  readonly onChange: (isExpanded: boolean) => void;
}

/**
 * Shows all of a list of which only the beginning is shown, and only the beginning again. Paper,
 * where nothing can be pressed, says how much more there is.
 */
export function ShowAllButton({ isExpanded, count, short, onChange }: ShowAllButtonProps) {
  return (
    <>
      <button
        type="button"
        className="stats-text-button stats-more"
        aria-expanded={isExpanded}
        onClick={() => onChange(!isExpanded)}
      >
        {isExpanded
          ? t('stats.list.short')
          : t('stats.list.whole', { shown: formatNumber(count, locale) })}
      </button>
      {!isExpanded && (
        <p className="stats-note stats-printed">
          {t('stats.list.more', { shown: formatNumber(count - short, locale) })}
        </p>
      )}
    </>
  );
}
