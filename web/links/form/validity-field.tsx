import { TextInput } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { locale, t } from '../../language.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { formatExactTime } from '../../ui/text/relative-time.ts';
import { InstantField } from './instant-field.tsx';
import { toInstant } from './typed-instant.ts';
import { createValidity, findEnd, toExpiry, validityChoices, type Validity } from './validity.ts';

interface ValidityFieldProps {
  readonly value: Validity;
  readonly error: ReactNode;
  readonly onChange: (validity: Validity) => void;
  readonly onBlur: () => void;
}

export function ValidityField({ value, error, onChange, onBlur }: ValidityFieldProps) {
  const id = useId();
  const expiry = toExpiry(value);
  const end = expiry === null ? 0 : findEnd(expiry);
  const errorId = `${id}-error`;
  const help =
    end > 0
      ? t('add.validity.ends', { when: formatExactTime(end, locale, 'short') })
      : value.choice === 'own' && t('add.validity.own.help');
  const field = { error: Boolean(error), onBlur };
  return (
    <div data-field="expires_at">
      <ChoiceField
        labelId={id}
        label={t('add.validity')}
        choices={validityChoices}
        format={(choice) => t(choice === '0' ? 'add.validity.never' : `add.validity.${choice}`)}
        value={value.choice}
        onChange={(choice) => onChange(createValidity(choice))}
      />
      {value.choice === 'own' && (
        <fieldset className="add-validity-own" aria-labelledby={id} aria-describedby={errorId}>
          <TextInput
            {...field}
            label={t('add.days')}
            inputMode="numeric"
            autoComplete="off"
            value={value.days}
            onChange={({ currentTarget: { value: days } }) =>
              onChange({ ...createValidity('own'), days })
            }
          />
          <InstantField
            {...field}
            label={t('add.until')}
            value={value.until}
            onChange={(until) => {
              // Only a whole instant replaces the days.
              const isWhole = until !== '' && toInstant(until) !== null;
              onChange({ ...value, until, days: isWhole ? '' : value.days });
            }}
          />
        </fieldset>
      )}
      <p id={errorId} className="add-validity-help note" data-tone={error ? 'bad' : undefined}>
        {error ?? help}
      </p>
    </div>
  );
}
