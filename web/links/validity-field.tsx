import { Input, NumberInput, SegmentedControl } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { t } from '../language.ts';
import { ttlDaysMax } from './links.api.ts';

const choices = ['0', '1', '7', '30', 'own'] as const;

export interface Validity {
  readonly choice: (typeof choices)[number];
  /** 0 = never expires; null while an own number is missing. */
  readonly days: number | null;
}

interface ValidityFieldProps {
  readonly value: Validity;
  readonly error: ReactNode;
  readonly onChange: (validity: Validity) => void;
}

const labels = {
  '0': 'add.validity.never',
  '1': 'add.validity.1',
  '7': 'add.validity.7',
  '30': 'add.validity.30',
  own: 'add.validity.own',
} as const;

export function ValidityField({ value, error, onChange }: ValidityFieldProps) {
  const labelId = useId();
  const isOwn = value.choice === 'own';
  return (
    <div>
      <Input.Label id={labelId} component="span">
        {t('add.validity')}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        fullWidth
        size="xs"
        data={choices.map((choice) => ({ value: choice, label: t(labels[choice]) }))}
        value={value.choice}
        onChange={(choice) => onChange({ choice, days: choice === 'own' ? null : Number(choice) })}
      />
      {isOwn && (
        <NumberInput
          mt="xs"
          label={t('add.days')}
          error={error}
          allowDecimal={false}
          allowNegative={false}
          min={1}
          max={ttlDaysMax}
          clampBehavior="none"
          value={value.days ?? ''}
          onChange={(days) =>
            onChange({ choice: 'own', days: typeof days === 'number' ? days : null })
          }
        />
      )}
    </div>
  );
}
