import { Switch } from '@mantine/core';
import { t } from '../language.ts';
import '../ui/switch.css';

interface StatisticsFieldsProps {
  readonly isCountOnly: boolean;
  readonly showsNumbers: boolean;
  readonly onCountOnly: (isOn: boolean) => void;
  readonly onShowsNumbers: (isOn: boolean) => void;
}

/** The fields for the storage of a link's visits and for public numbers. */
export function StatisticsFields({
  isCountOnly,
  showsNumbers,
  onCountOnly,
  onShowsNumbers,
}: StatisticsFieldsProps) {
  return (
    <>
      <Switch
        label={t('edit.count.only')}
        description={t('edit.count.only.help')}
        checked={isCountOnly}
        onChange={({ currentTarget: { checked } }) => onCountOnly(checked)}
      />
      <Switch
        label={t('edit.shows.numbers')}
        checked={showsNumbers}
        onChange={({ currentTarget: { checked } }) => onShowsNumbers(checked)}
      />
    </>
  );
}
