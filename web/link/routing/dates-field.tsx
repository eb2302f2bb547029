import { Input } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../language.ts';
import { InstantField } from './instant-field.tsx';
import type { ConditionDraft } from './rule-draft.ts';

interface DatesFieldProps {
  readonly path: string;
  readonly error: string | undefined;
  readonly dates: NonNullable<ConditionDraft['dates']>;
  readonly onChange: (change: ConditionDraft) => void;
  readonly onLeave: () => void;
}

/** A range of time. One end may be open. */
export function DatesField({ path, error, dates, onChange, onLeave }: DatesFieldProps) {
  const id = useId();
  const isWrong = error !== undefined;
  return (
    <fieldset className="routing-group" aria-describedby={`${id}-error`}>
      <Input.Label component="legend">{t('condition.dates')}</Input.Label>
      <div className="dates">
        <InstantField
          label={t('dates.from')}
          name={path}
          value={dates.from}
          error={isWrong}
          onChange={(from) => onChange({ dates: { ...dates, from } })}
          onBlur={onLeave}
        />
        <InstantField
          label={t('dates.until')}
          value={dates.until}
          error={isWrong}
          onChange={(until) => onChange({ dates: { ...dates, until } })}
          onBlur={onLeave}
        />
      </div>
      <Input.Error id={`${id}-error`}>{error}</Input.Error>
    </fieldset>
  );
}
