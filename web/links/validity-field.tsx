import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { locale, t } from '../language.ts';
import { sayExactTime } from '../ui/relative-time.ts';
import { instantOf, toExpiry, validityChoices, type Validity } from './validity.ts';

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
  const id = useId();
  const expiry = toExpiry(value);
  const instant = expiry === null ? 0 : instantOf(expiry);
  const errorId = `${id}-error`;
  return (
    <div>
      <Input.Label id={id} component="span">
        {t('add.validity')}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={id}
        className="add-validity"
        fullWidth
        withItemsBorders={false}
        size="xs"
        data={validityChoices.map((choice) => ({ value: choice, label: t(labels[choice]) }))}
        value={value.choice}
        onChange={(choice) => onChange({ choice, days: '', until: '' })}
      />
      {value.choice === 'own' && (
        <div className="add-validity-own">
          <TextInput
            label={t('add.days')}
            error={Boolean(error)}
            aria-describedby={errorId}
            inputMode="numeric"
            autoComplete="off"
            value={value.days}
            onChange={({ currentTarget: { value: days } }) =>
              onChange({ choice: 'own', days, until: '' })
            }
          />
          <TextInput
            label={t('add.until')}
            type="datetime-local"
            error={Boolean(error)}
            aria-describedby={errorId}
            value={value.until}
            onChange={({ currentTarget: { value: until } }) =>
              onChange({ choice: 'own', days: '', until })
            }
          />
        </div>
      )}
      <p id={errorId} className={error ? 'add-validity-error' : 'add-validity-help'}>
        {error ??
          (instant > 0 && t('add.validity.ends', { when: sayExactTime(instant, locale, 'short') }))}
      </p>
    </div>
  );
}
