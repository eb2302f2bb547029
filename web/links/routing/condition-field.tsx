import { Button, Chip, Input, MultiSelect, Radio, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { t } from '../../language.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { plainInput } from '../../ui/fields/plain-input.ts';
import { InstantField } from '../form/instant-field.tsx';
import {
  conditionKinds,
  formatDay,
  listZones,
  type Choice,
  type ValueOf,
} from './condition-kinds.ts';
import { capitalize } from './formats.ts';
import type { ConditionDraft, ConditionKind } from './rule-draft.ts';
import '@mantine/core/styles/Chip.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Radio.css';

interface ConditionFieldProps {
  readonly kind: ConditionKind;
  readonly when: ConditionDraft;
  readonly path: string;
  readonly error: string | undefined;
  readonly onChange: (change: ConditionDraft) => void;
  readonly onLeave: () => void;
}

interface FieldProps<Value> extends Pick<ConditionFieldProps, 'path' | 'error' | 'onLeave'> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** The fields of one condition. */
export function ConditionField({ kind, when, onChange, ...common }: ConditionFieldProps) {
  const put = (value: unknown) => onChange({ [kind]: value });
  const props = { ...common, label: t(`condition.${kind}`), onChange: put };
  switch (kind) {
    case 'is_qr':
      return <ScanField {...props} value={when.is_qr ?? true} />;
    case 'query':
      return <QueryField {...props} value={when.query ?? []} />;
    case 'hours':
      return when.hours && <HoursField {...props} value={when.hours} />;
    case 'dates':
      return when.dates && <DatesField {...props} value={when.dates} />;
    case 'device': {
      const choices = conditionKinds.device.listChoices().map(({ value, label }) => ({
        value,
        label: capitalize(label),
      }));
      return <ChipsField {...props} choices={choices} value={when.device ?? []} />;
    }
    default: {
      const choices = conditionKinds[kind].listChoices();
      return <ChoicesField {...props} choices={choices} value={when[kind] ?? []} />;
    }
  }
}

interface ListFieldProps extends FieldProps<readonly string[]> {
  readonly choices: readonly Choice[];
}

/** Chooses several of a few values. */
function ChipsField(props: ListFieldProps) {
  const { label, path, error, choices, value: chosen, onChange, onLeave } = props;
  return (
    <Group label={label} error={error}>
      <div className="chips">
        <Chip.Group multiple value={[...chosen]} onChange={onChange}>
          {choices.map(({ value, label: name }, index) => (
            <Chip
              key={value}
              value={value}
              size="sm"
              data-path={index === 0 ? path : undefined}
              onBlur={onLeave}
            >
              {name}
            </Chip>
          ))}
        </Chip.Group>
      </div>
    </Group>
  );
}

/** Chooses several of many values. Typing searches them. */
function ChoicesField({ label, path, error, choices, value, onChange, onLeave }: ListFieldProps) {
  const listed = new Set(choices.map((choice) => choice.value));
  // The API may have set other values.
  const others = value.filter((name) => !listed.has(name));
  return (
    <MultiSelect
      {...toSearchProps()}
      label={label}
      data-path={path}
      error={error}
      data={[...choices, ...others.map((name) => ({ value: name, label: name }))]}
      value={[...value]}
      hidePickedOptions
      onChange={onChange}
      onBlur={onLeave}
    />
  );
}

function toSearchProps() {
  return {
    searchable: true,
    nothingFoundMessage: t('condition.none.found'),
    maxDropdownHeight: 260,
    comboboxProps: { withinPortal: false },
  };
}

/** Whether the visitor scanned the QR code. */
function ScanField({ path, label, value: isQr, onChange }: FieldProps<boolean>) {
  return (
    <Radio.Group
      label={label}
      name={path}
      value={isQr ? 'yes' : 'no'}
      onChange={(value) => onChange(value === 'yes')}
    >
      <div className="routing-radios" data-row>
        <Radio value="yes" label={t('scan.yes')} />
        <Radio value="no" label={t('scan.no')} />
      </div>
    </Radio.Group>
  );
}

/** Days of the week, the hours of each and their time zone. */
function HoursField({ value, onChange, ...common }: FieldProps<ValueOf<'hours'>>) {
  const { error, onLeave } = common;
  const { days, from, until, time_zone: zone } = value;
  const toTimeProps = (name: 'from' | 'until') => ({
    type: 'time',
    label: t(`hours.${name}`),
    value: value[name],
    error: value[name] === '' && error !== undefined,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...value, [name]: currentTarget.value }),
    onBlur: onLeave,
  });
  return (
    <div className="hours">
      <ChipsField
        {...common}
        choices={week.map((day) => ({ value: String(day), label: formatDay(day) }))}
        value={days.map(String)}
        onChange={(chosen) =>
          onChange({ ...value, days: chosen.map(Number).toSorted((a, b) => a - b) })
        }
      />
      <div className="hours-times">
        <TextInput {...toTimeProps('from')} />
        <TextInput {...toTimeProps('until')} />
        <Select
          {...toSearchProps()}
          label={t('hours.zone')}
          data={listZones(zone)}
          value={zone}
          allowDeselect={false}
          onChange={(chosen) => onChange({ ...value, time_zone: chosen ?? zone })}
        />
      </div>
      {until < from && until !== '' && <p className="routing-note">{t('hours.overnight')}</p>}
    </div>
  );
}

const week = [1, 2, 3, 4, 5, 6, 7];

/** Names and values of the visit's query. */
function QueryField({ value: pairs, onChange, ...common }: FieldProps<ValueOf<'query'>>) {
  const { label, error, path, onLeave } = common;
  const id = useId();
  const put = (index: number, change: Partial<ValueOf<'query'>[number]>) =>
    onChange(pairs.with(index, { ...pairs[index]!, ...change }));
  return (
    <fieldset className="routing-group">
      <Input.Label component="legend">{label}</Input.Label>
      <div className="query-pairs">
        {pairs.map(({ name, value }, index) => (
          <div key={toPlace(index)} className="query-pair">
            <TextInput
              {...plainInput}
              aria-label={t('query.name')}
              placeholder={t('query.name')}
              data-path={index === 0 ? path : undefined}
              autoComplete="off"
              value={name}
              maxLength={64}
              error={error !== undefined}
              aria-describedby={`${id}-error`}
              onChange={({ currentTarget: { value: typed } }) => put(index, { name: typed })}
              onBlur={onLeave}
            />
            <span aria-hidden>=</span>
            <TextInput
              {...plainInput}
              aria-label={t('query.value')}
              placeholder={t('query.any')}
              autoComplete="off"
              value={value === '*' ? '' : value}
              maxLength={256}
              onChange={({ currentTarget: { value: typed } }) => put(index, { value: typed })}
            />
            {pairs.length > 1 && (
              <IconAction
                label={t('query.remove', { name })}
                title={undefined}
                onClick={() => onChange(pairs.toSpliced(index, 1))}
              >
                <IconX size={16} aria-hidden />
              </IconAction>
            )}
          </div>
        ))}
      </div>
      <Input.Error id={`${id}-error`}>{error}</Input.Error>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => onChange([...pairs, { name: '', value: '' }])}
      >
        {t('query.add')}
      </Button>
    </fieldset>
  );
}

/** The pairs have no other identity than their place. */
function toPlace(index: number): string {
  return `pair-${index}`;
}

/** A range of time. One end may be open. */
function DatesField({ value, onChange, ...common }: FieldProps<ValueOf<'dates'>>) {
  const { label, path, error, onLeave } = common;
  const ends = ['from', 'until'] as const;
  return (
    <Group label={label} error={error}>
      <div className="dates">
        {ends.map((end) => (
          <InstantField
            key={end}
            className="routing-instant"
            label={t(`dates.${end}`)}
            name={end === 'from' ? path : undefined}
            value={value[end]}
            error={error !== undefined}
            onChange={(typed) => onChange({ ...value, [end]: typed })}
            onBlur={onLeave}
          />
        ))}
      </div>
    </Group>
  );
}

interface GroupProps extends Pick<ListFieldProps, 'label' | 'error'> {
  readonly children: ReactNode;
}

/** Fields with a name and an error in common. */
function Group({ label, error, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset
      className="routing-group"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <Input.Label component="legend">{label}</Input.Label>
      {children}
      {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </fieldset>
  );
}
