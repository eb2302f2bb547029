import { MultiSelect } from '@mantine/core';
import { t } from '../../language.ts';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';

interface ChoicesFieldProps {
  readonly label: string;
  readonly path: string;
  readonly error: string | undefined;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly onLeave: () => void;
}

/** Chooses several of many values. Typing searches them. */
export function ChoicesField(props: ChoicesFieldProps) {
  const { label, path, error, choices, chosen, onChange, onLeave } = props;
  const known = new Set(choices.map(({ value }) => value));
  // The API may have set other values.
  const others = chosen.filter((value) => !known.has(value));
  return (
    <MultiSelect
      label={label}
      data-path={path}
      error={error}
      data={[...choices, ...others.map((value) => ({ value, label: value }))]}
      value={[...chosen]}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('condition.none.found')}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: false }}
      onChange={onChange}
      onBlur={onLeave}
    />
  );
}
