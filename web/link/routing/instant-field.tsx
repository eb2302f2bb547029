import { TextInput } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import { UNFINISHED } from './typed-instant.ts';

interface InstantFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly name?: string;
  /** As typed; `''` = none. */
  readonly value: string;
  readonly error?: string | boolean | undefined;
  readonly onChange: (typed: string) => void;
  readonly onBlur?: () => void;
}

/** A field for a date with a time. */
export function InstantField(props: InstantFieldProps) {
  const { label, help, name, value, error, onChange, onBlur } = props;
  /** The browser sends no change event for a partly typed instant. */
  const readUnfinished = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const isUnfinished = currentTarget.validity.badInput;
    if (isUnfinished !== (value === UNFINISHED)) {
      onChange(isUnfinished ? UNFINISHED : currentTarget.value);
    }
  };
  return (
    <TextInput
      className="routing-instant"
      label={label}
      description={help}
      name={name}
      type="datetime-local"
      value={value === UNFINISHED ? '' : value}
      error={error}
      onChange={({ currentTarget: { value: typed } }) => onChange(typed)}
      onKeyUp={readUnfinished}
      onBlur={(event) => {
        readUnfinished(event);
        onBlur?.();
      }}
    />
  );
}
