import { Chip, Input } from '@mantine/core';
import { useId } from 'react';
import '@mantine/core/styles/Chip.css';

interface ChipsFieldProps {
  readonly label: string;
  readonly path: string;
  readonly error: string | undefined;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly onLeave: () => void;
}

/** Chooses several of a few values. */
export function ChipsField(props: ChipsFieldProps) {
  const { label, path, error, choices, chosen, onChange, onLeave } = props;
  const id = useId();
  return (
    <fieldset
      className="routing-group"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <Input.Label component="legend">{label}</Input.Label>
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
      {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </fieldset>
  );
}
