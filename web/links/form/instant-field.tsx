import { TextInput, type TextInputProps } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import { UNFINISHED } from './typed-instant.ts';

interface InstantFieldProps extends Pick<
  TextInputProps,
  'label' | 'description' | 'name' | 'error' | 'maw' | 'flex'
> {
  /** As typed; `''` = none. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly onBlur?: () => void;
}

/** A field for a date with a time. */
export function InstantField({ value, onChange, onBlur, ...field }: InstantFieldProps) {
  /** The browser sends no change event for a partly typed instant. */
  const readUnfinished = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const isUnfinished = currentTarget.validity.badInput;
    if (isUnfinished !== (value === UNFINISHED)) {
      onChange(isUnfinished ? UNFINISHED : currentTarget.value);
    }
  };
  return (
    <TextInput
      {...field}
      type="datetime-local"
      value={value === UNFINISHED ? '' : value}
      onChange={({ currentTarget: { value: typed } }) => onChange(typed)}
      onKeyUp={readUnfinished}
      onBlur={(event) => {
        readUnfinished(event);
        onBlur?.();
      }}
    />
  );
}
