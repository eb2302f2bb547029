import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { t } from '../language.ts';
import { validityChoices, type Validity } from './validity.ts';

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
        className="add-validity"
        fullWidth
        withItemsBorders={false}
        size="xs"
        data={validityChoices.map((choice) => ({ value: choice, label: t(labels[choice]) }))}
        value={value.choice}
        onChange={(choice) => onChange({ choice, typed: '' })}
      />
      {isOwn && (
        <TextInput
          mt="xs"
          label={t('add.days')}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          value={value.typed}
          onChange={(event) => onChange({ choice: 'own', typed: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
