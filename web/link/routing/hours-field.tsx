import { Select, TextInput } from '@mantine/core';
import { t } from '../../language.ts';
import { ChipsField } from './chips-field.tsx';
import { listZones } from './choices.ts';
import { formatDay } from './describe-condition.ts';
import type { ConditionDraft } from './rule-draft.ts';

type Hours = NonNullable<ConditionDraft['hours']>;

interface HoursFieldProps {
  readonly path: string;
  readonly error: string | undefined;
  readonly hours: Hours;
  readonly onChange: (change: ConditionDraft) => void;
  readonly onLeave: () => void;
}

const week = [1, 2, 3, 4, 5, 6, 7];

/** Days of the week, the hours of each and their time zone. */
export function HoursField({ path, error, hours, onChange, onLeave }: HoursFieldProps) {
  const put = (change: Partial<Hours>) => onChange({ hours: { ...hours, ...change } });
  const { days, from, until, time_zone: zone } = hours;
  return (
    <div className="hours">
      <ChipsField
        label={t('condition.hours')}
        path={path}
        error={error}
        choices={week.map((day) => ({ value: String(day), label: formatDay(day) }))}
        chosen={days.map(String)}
        onChange={(chosen) => put({ days: chosen.map(Number).toSorted((a, b) => a - b) })}
        onLeave={onLeave}
      />
      <div className="hours-times">
        <TextInput
          type="time"
          label={t('hours.from')}
          value={from}
          error={from === '' && error !== undefined}
          onChange={({ currentTarget: { value } }) => put({ from: value })}
          onBlur={onLeave}
        />
        <TextInput
          type="time"
          label={t('hours.until')}
          value={until}
          error={until === '' && error !== undefined}
          onChange={({ currentTarget: { value } }) => put({ until: value })}
          onBlur={onLeave}
        />
        <Select
          label={t('hours.zone')}
          data={listZones(zone)}
          value={zone}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('condition.none.found')}
          maxDropdownHeight={260}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => put({ time_zone: value ?? zone })}
        />
      </div>
      {until < from && until !== '' && <p className="routing-note">{t('hours.overnight')}</p>}
    </div>
  );
}
