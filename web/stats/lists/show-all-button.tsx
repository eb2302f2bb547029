import { Box } from '@mantine/core';
import { locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';

interface ShowAllButtonProps {
  readonly isExpanded: boolean;
  /** The length of the whole list. */
  readonly count: number;
  /** The length of the short list. */
  readonly short: number;
  readonly onChange: (isExpanded: boolean) => void;
}

/** On paper, it says how many entries are missing. */
export function ShowAllButton({ isExpanded, count, short, onChange }: ShowAllButtonProps) {
  return (
    <>
      <Box
        component="button"
        type="button"
        className="stats-text-button plain-button"
        mt="0.375rem"
        aria-expanded={isExpanded}
        onClick={() => onChange(!isExpanded)}
      >
        {isExpanded
          ? t('stats.list.short')
          : t('stats.list.whole', { shown: formatNumber(count, locale) })}
      </Box>
      {!isExpanded && (
        <p className="stats-note stats-printed note">
          {t('stats.list.more', { shown: formatNumber(count - short, locale) })}
        </p>
      )}
    </>
  );
}
