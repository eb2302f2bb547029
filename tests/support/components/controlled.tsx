import { useState, type ReactNode } from 'react';

interface ControlledProps<T> {
  readonly first: T;
  readonly onChange: (value: T) => void;
  readonly children: (value: T, onChange: (value: T) => void) => ReactNode;
}

/** Keeps the value of a field as its page would, and reports each change. */
export function Controlled<T>({ first, onChange, children }: ControlledProps<T>) {
  const [value, setValue] = useState(first);
  return children(value, (next) => {
    setValue(next);
    onChange(next);
  });
}
