import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { useId, type ReactNode, type SyntheticEvent } from 'react';
import { locale, t } from '../language.ts';
import { formatExactTime } from '../ui/relative-time.ts';
import { toInstant, toExpiry, createValidity, validityChoices, type Validity } from './validity.ts';

interface ValidityFieldProps {
  readonly value: Validity;
  readonly error: ReactNode;
  readonly onChange: (validity: Validity) => void;
  readonly onBlur: () => void;
}

const labels = {
  '0': 'add.validity.never',
  '1': 'add.validity.1',
  '7': 'add.validity.7',
  '30': 'add.validity.30',
  own: 'add.validity.own',
} as const;

export function ValidityField({ value, error, onChange, onBlur }: ValidityFieldProps) {
  const id = useId();
  const expiry = toExpiry(value);
  const instant = expiry === null ? 0 : toInstant(expiry);
  const errorId = `${id}-error`;
  const help =
    instant > 0
      ? t('add.validity.ends', { when: formatExactTime(instant, locale, 'short') })
      : value.choice === 'own' && t('add.validity.own.help');
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
        onChange={(choice) => onChange(createValidity(choice))}
      />
      {value.choice === 'own' && (
        <OwnValidity
          value={value}
          error={error}
          onChange={onChange}
          onBlur={onBlur}
          labelId={id}
          errorId={errorId}
        />
      )}
      <p id={errorId} className={error ? 'add-validity-error' : 'add-validity-help'}>
        {error ?? help}
      </p>
    </div>
  );
}

interface OwnValidityProps extends ValidityFieldProps {
  readonly labelId: string;
  readonly errorId: string;
}

/** The fields for the number of days and for the instant. */
function OwnValidity({ value, error, onChange, onBlur, labelId, errorId }: OwnValidityProps) {
  /** The browser sends no change event for a partly typed instant. */
  const readUnfinished = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const isUnfinished = currentTarget.validity.badInput;
    if (isUnfinished !== value.isUnfinished) onChange({ ...value, isUnfinished });
  };
  return (
    <fieldset className="add-validity-own" aria-labelledby={labelId} aria-describedby={errorId}>
      <TextInput
        label={t('add.days')}
        error={Boolean(error)}
        inputMode="numeric"
        autoComplete="off"
        value={value.days}
        onChange={({ currentTarget: { value: days } }) =>
          onChange({ ...createValidity('own'), days })
        }
        onBlur={onBlur}
      />
      <TextInput
        label={t('add.until')}
        type="datetime-local"
        error={Boolean(error)}
        value={value.until}
        onChange={({ currentTarget: { value: until } }) =>
          onChange({ ...createValidity('own'), until })
        }
        onKeyUp={readUnfinished}
        onBlur={(event) => {
          readUnfinished(event);
          onBlur();
        }}
      />
    </fieldset>
  );
}
