import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { t } from '../../language.ts';
import { type Days, findCalendarPeriod, findDaysFault, nameDays, toCalendarDays } from './days.ts';
import { audiences, comparisons, periods } from '../../../contracts/stats/stats.constants.ts';
import { canCompare, type StatsView } from '../stats-view.ts';
import { useState, type ReactNode } from 'react';
import { SelectField } from '../../ui/fields/select-field.tsx';

const OWN = 'own';

export interface PeriodPickerProps {
  readonly view: StatsView;
  /** The days on the page: the initial values of a custom period. */
  readonly shownDays: Days;
  readonly onShow: (change: Partial<StatsView>) => void;
  readonly children?: ReactNode;
}

export function PeriodPicker({ view, shownDays, onShow, children }: PeriodPickerProps) {
  const { audience, compare } = view;
  return (
    <div className="stats-controls">
      <PeriodField {...{ view, shownDays, onShow }} />
      <SelectField
        w="13rem"
        aria-label={t('stats.audience')}
        choices={audiences}
        format={(choice) => t(`stats.audience.${choice}`)}
        value={audience}
        onChange={(choice) => onShow({ audience: choice })}
      />
      {canCompare(view) && (
        <SelectField
          aria-label={t('stats.compare')}
          choices={[null, ...comparisons]}
          format={(choice) => t(`stats.compare.${choice ?? 'none'}`)}
          value={compare}
          onChange={(choice) => onShow({ compare: choice })}
        />
      )}
      {children}
    </div>
  );
}

function PeriodField({ view: { period, days }, shownDays, onShow }: PeriodPickerProps) {
  // Its choices side by side take this much.
  const isNarrow = useMediaQuery('(max-width: 50em)', undefined, {
    getInitialValueInEffect: false,
  });
  // Days that make a week or month can be changed, too.
  const [isOwn, setIsOwn] = useState(false);
  const choices = [
    ...periods.map((value) => ({ value: value as string, label: t(`stats.period.${value}`) })),
    { value: 'last_week', label: t('stats.period.last_week') },
    { value: 'last_month', label: t('stats.period.last_month') },
    { value: OWN, label: t('stats.period.own') },
  ];
  const choose = (value: string) => {
    const period = periods.find((period) => period === value);
    const calendar = findCalendarPeriod(value);
    setIsOwn(value === OWN);
    if (period !== undefined) onShow({ period, days: null });
    else onShow({ days: calendar === null ? shownDays : toCalendarDays(calendar) });
  };
  const named = days === null ? period : isOwn ? null : nameDays(days);
  const field = { 'aria-label': t('stats.period'), data: choices, value: named ?? OWN };
  return (
    <>
      {isNarrow ? (
        <NativeSelect {...field} onChange={(event) => choose(event.currentTarget.value)} />
      ) : (
        <SegmentedControl {...field} onChange={choose} />
      )}
      {named === null && days !== null && (
        <DayFields days={days} onChange={(days) => onShow({ days })} />
      )}
    </>
  );
}

interface DayFieldsProps {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** Fields for the first and last day of a custom period. They apply once both are valid. */
function DayFields({ days, onChange }: DayFieldsProps) {
  const [typed, setTyped] = useState(days);
  const [given, setGiven] = useState(days);
  if (given.from !== days.from || given.to !== days.to) {
    setGiven(days);
    setTyped(days);
  }
  // A partly typed year is long ago, so `findDaysFault` refuses it.
  const change = (part: Partial<Days>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (findDaysFault(next) === null) onChange(next);
  };
  const fault = findDaysFault(typed);
  const text = fault === null ? undefined : t(`stats.days.${fault}`);
  return (
    <div className="stats-days">
      <TextInput
        type="date"
        aria-label={t('filter.from')}
        value={typed.from}
        error={fault === 'ahead' && text}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <TextInput
        type="date"
        aria-label={t('filter.until')}
        value={typed.to}
        error={fault !== 'ahead' && text}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </div>
  );
}
