import { NativeSelect, SegmentedControl } from '@mantine/core';
import { t } from '../../language.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { DayFields } from './day-fields.tsx';
import type { Days } from './days.ts';
import { audiences, periods } from '../../../contracts/stats/stats.constants.ts';
import type { StatsView } from '../stats-view.ts';

const OWN = 'own';

interface PeriodPickerProps {
  readonly view: StatsView;
  /** The days on the page: the initial values of a custom period. */
  readonly shownDays: Days;
  readonly onShow: (change: Partial<StatsView>) => void;
}

export function PeriodPicker({ view, shownDays, onShow }: PeriodPickerProps) {
  const isPhone = usePhone();
  const { period, days, audience } = view;
  const choices = [
    ...periods.map((value) => ({ value: value as string, label: t(`stats.period.${value}`) })),
    { value: OWN, label: t('stats.period.own') },
  ];
  const choose = (value: string) => {
    const period = periods.find((period) => period === value);
    onShow(period === undefined ? { days: shownDays } : { period, days: null });
  };
  const chosen = days === null ? period : OWN;
  return (
    <div className="stats-controls">
      {isPhone ? (
        <NativeSelect
          aria-label={t('stats.period')}
          data={choices}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      ) : (
        <SegmentedControl
          aria-label={t('stats.period')}
          data={choices}
          value={chosen}
          onChange={choose}
        />
      )}
      {days !== null && <DayFields days={days} onChange={(days) => onShow({ days })} />}
      <NativeSelect
        className="stats-audience"
        aria-label={t('stats.audience')}
        data={audiences.map((value) => ({ value, label: t(`stats.audience.${value}`) }))}
        value={audience}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onShow({ audience: audiences.find((audience) => audience === value) ?? audience });
        }}
      />
    </div>
  );
}
