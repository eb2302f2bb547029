import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';

interface WholeButtonProps {
  /** Whether all of the list is shown. */
  readonly isWhole: boolean;
  /** How long the whole list is. */
  readonly count: number;
  readonly onChange: (isWhole: boolean) => void;
}

/** Shows all of a list of which only the beginning is shown, and only the beginning again. */
export function WholeButton({ isWhole, count, onChange }: WholeButtonProps) {
  return (
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
  );
}
