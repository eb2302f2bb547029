import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface SelectFieldProps<Value> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly choices: readonly Value[];
  readonly format: (choice: Value) => string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function SelectField<Value extends string | number | null>(props: SelectFieldProps<Value>) {
  const { choices, format, value, onChange, ...field } = props;
  const toOption = (choice: Value) => String(choice ?? '');
  return (
    <NativeSelect
      {...field}
      data={choices.map((choice) => ({ value: toOption(choice), label: format(choice) }))}
      value={toOption(value)}
      onChange={({ currentTarget }) =>
        onChange(choices.find((choice) => toOption(choice) === currentTarget.value)!)
      }
    />
  );
}
