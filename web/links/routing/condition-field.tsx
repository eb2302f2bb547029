import {
  Button,
  Chip,
  Group,
  Input,
  MultiSelect,
  Radio,
  Select,
  Stack,
  TextInput,
} from '@mantine/core';
import { useId, type ComponentType, type ReactNode } from 'react';
import { locale, t } from '../../language.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { plainInput } from '../../ui/fields/plain-input.ts';
import { InstantField } from '../form/instant-field.tsx';
import { conditionKinds, formatDay, type Choice, type ValueOf } from './condition-kinds.ts';
import { capitalize, formatZone } from './formats.ts';
import type { RuleFieldsProps } from './routing-fields.ts';
import { rulePath, week, type ConditionKind } from './rule-draft.ts';
import '@mantine/core/styles/Chip.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Radio.css';

interface FieldProps<Value> {
  readonly label: string;
  /** Of the error. The field that gets the focus has it, too. */
  readonly path: string;
  readonly error: string | undefined;
  /** Of a list. */
  readonly choices: readonly Choice[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onLeave: () => void;
}

interface ConditionFieldProps extends RuleFieldsProps {
  readonly kind: ConditionKind;
}

/** The fields of one condition. */
export function ConditionField({ kind, rule, form, onChange }: ConditionFieldProps) {
  const path = rulePath(rule.id, kind);
  const described = conditionKinds[kind];
  // The table ties a field to the value of its kind, which no type can say.
  const Field = (fields[kind] ?? ChoicesField) as ComponentType<FieldProps<unknown>>;
  return (
    <Field
      label={t(`condition.${kind}`)}
      path={path}
      error={form.errors[path]}
      choices={'listChoices' in described ? described.listChoices() : []}
      value={rule.when[kind]}
      onChange={(value) => onChange({ when: { ...rule.when, [kind]: value } })}
      onLeave={() => form.leave(path)}
    />
  );
}

const fields: Partial<Record<ConditionKind, unknown>> = {
  device: ChipsField,
  is_qr: ScanField,
  query: QueryField,
  hours: HoursField,
  dates: DatesField,
};

type ListFieldProps = FieldProps<readonly string[]>;

/** Chooses several of a few values. */
function ChipsField(props: ListFieldProps) {
  const { label, path, error, choices, value: chosen, onChange, onLeave } = props;
  return (
    <FieldGroup label={label} error={error}>
      <Group gap="0.5rem" pt="0.375rem" pb="0.25rem">
        <Chip.Group multiple value={[...chosen]} onChange={onChange}>
          {choices.map(({ value, label: name }, index) => (
            <Chip
              key={value}
              value={value}
              size="sm"
              variant="filled"
              data-path={index === 0 ? path : undefined}
              onBlur={onLeave}
            >
              {capitalize(name)}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
    </FieldGroup>
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

/** Whether the visitor scanned the QR code. */
function ScanField({ path, label, value, onChange }: FieldProps<number>) {
  return (
    <Radio.Group
      label={label}
      name={path}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    >
      <Group gap="0.5rem 1.5rem" pt="0.5rem">
        <Radio value="1" label={t('scan.yes')} />
        <Radio value="0" label={t('scan.no')} />
      </Group>
    </Radio.Group>
  );
}

const ends = ['from', 'until'] as const;

/** Days of the week, the hours of each and their time zone. */
function HoursField({ value, onChange, ...common }: FieldProps<ValueOf<'hours'>>) {
  const { days, from, until, time_zone: zone } = value;
  return (
    <Stack gap="0.75rem">
      <ChipsField
        {...common}
        choices={week.map((day) => ({ value: String(day), label: formatDay(day) }))}
        value={days.map(String)}
        onChange={(chosen) =>
          onChange({ ...value, days: chosen.map(Number).toSorted((a, b) => a - b) })
        }
      />
      <Group gap="0.75rem" align="flex-start">
        {ends.map((end) => (
          <TextInput
            key={end}
            type="time"
            flex="1 1 8rem"
            label={t(`condition.${end}`)}
            value={value[end]}
            error={value[end] === '' && common.error !== undefined}
            onChange={({ currentTarget }) => onChange({ ...value, [end]: currentTarget.value })}
            onBlur={common.onLeave}
          />
        ))}
        <Select
          {...toSearchProps()}
          // Takes all that the times leave of a line.
          flex="999 1 16rem"
          label={t('condition.zone')}
          data={listZones(zone)}
          value={zone}
          allowDeselect={false}
          onChange={(chosen) => onChange({ ...value, time_zone: chosen ?? zone })}
        />
      </Group>
      {until < from && until !== '' && <p className="note">{t('hours.overnight')}</p>}
    </Stack>
  );
}

/** All time zones, also `present` if the browser does not have it. */
function listZones(present: string): Choice[] {
  const zones = new Set(['UTC', present, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((value) => {
    // One can search for the place in Latin letters, too.
    const place = value.replaceAll('_', ' ');
    const isPlace = locale === 'en' || value === 'UTC';
    return { value, label: isPlace ? place : `${place} · ${formatZone(value)}` };
  });
}

/** A range of time. One end may be open. */
function DatesField({ value, onChange, ...common }: FieldProps<ValueOf<'dates'>>) {
  const { label, path, error, onLeave } = common;
  return (
    <FieldGroup label={label} error={error}>
      <Group gap="0.75rem" align="stretch">
        {ends.map((end) => (
          <InstantField
            key={end}
            maw="22rem"
            flex="1 1 13rem"
            label={t(`condition.${end}`)}
            name={end === 'from' ? path : undefined}
            value={value[end]}
            error={error !== undefined}
            onChange={(typed) => onChange({ ...value, [end]: typed })}
            onBlur={onLeave}
          />
        ))}
      </Group>
    </FieldGroup>
  );
}

/** Names and values of the visit's query. */
function QueryField(props: FieldProps<ValueOf<'query'>>) {
  const { label, path, error, value: pairs, onChange, onLeave } = props;
  const toProps = (index: number, part: 'name' | 'value') => ({
    ...plainInput,
    'aria-label': t(`query.${part}`),
    autoComplete: 'off',
    flex: 1,
    miw: 0,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      onChange(pairs.with(index, { ...pairs[index]!, [part]: value })),
  });
  return (
    <div>
      <FieldGroup label={label} error={error}>
        <Stack gap="0.5rem" py="0.25rem">
          {pairs.map(({ name, value }, index) => (
            <Group key={rulePath(path, 'pair', index)} gap="0.5rem" wrap="nowrap">
              <TextInput
                {...toProps(index, 'name')}
                placeholder={t('query.name')}
                data-path={index === 0 ? path : undefined}
                value={name}
                maxLength={64}
                error={error !== undefined}
                onBlur={onLeave}
              />
              <span aria-hidden>=</span>
              <TextInput
                {...toProps(index, 'value')}
                placeholder={t('query.any')}
                value={value === '*' ? '' : value}
                maxLength={256}
              />
              {pairs.length > 1 && (
                <IconAction
                  label={t('query.remove', { name })}
                  title={undefined}
                  onClick={() => onChange(pairs.toSpliced(index, 1))}
                />
              )}
            </Group>
          ))}
        </Stack>
      </FieldGroup>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => onChange([...pairs, { name: '', value: '' }])}
      >
        {t('query.add')}
      </Button>
    </div>
  );
}

interface FieldGroupProps extends Pick<ListFieldProps, 'label' | 'error'> {
  readonly children: ReactNode;
}

/** Fields with a name and an error in common. */
function FieldGroup({ label, error, children }: FieldGroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id}>
      <Input.Label component="legend">{label}</Input.Label>
      {children}
      {error !== undefined && <Input.Error id={id}>{error}</Input.Error>}
    </fieldset>
  );
}
