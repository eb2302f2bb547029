import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly mt?: string;
  readonly choices: readonly Value[];
  readonly format: (choice: Value) => string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The id of the label, for fields that belong to it. */
  readonly labelId?: string;
}

/** Chooses one of a few values, which are all visible. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, mt = '0', choices, format, value, onChange } = props;
  const newId = useId();
  const { labelId: id = newId } = props;
  return (
    <>
      <Input.Label id={id} component="span">
        {label}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={id}
        mt={mt}
        styles={{ root: { flexWrap: 'wrap' }, control: { flex: '1 0 auto' } }}
        fullWidth
        withItemsBorders={false}
        size="xs"
        data={choices.map((choice) => ({ value: choice, label: format(choice) }))}
        value={value}
        onChange={onChange}
      />
    </>
  );
}
