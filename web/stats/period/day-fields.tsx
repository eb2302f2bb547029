import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language.ts';
import { findDaysFault, type Days } from './days.ts';

interface DayFieldsProps {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** Fields for the first and last day of a custom period. They apply once both are valid. */
export function DayFields({ days, onChange }: DayFieldsProps) {
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
        aria-label={t('stats.from')}
        value={typed.from}
        error={fault === 'ahead' && text}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <TextInput
        type="date"
        aria-label={t('stats.to')}
        value={typed.to}
        error={fault !== 'ahead' && text}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </div>
  );
}
