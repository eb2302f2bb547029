import { NativeSelect, TextInput } from '@mantine/core';
import { t } from './docs-text.ts';
import type { Field } from './fields.ts';

interface FieldInputProps {
  readonly id: string;
  readonly describedBy: string;
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFile: (file: File | null) => void;
}

/** The input for a field of a call. The call leaves out empty fields. */
export function FieldInput({
  id,
  describedBy,
  field: { kind, default: initial },
  value,
  onChange,
  onFile,
}: FieldInputProps) {
  const common = { id, 'aria-describedby': describedBy };
  switch (kind.is) {
    case 'file':
      return (
        <input
          {...common}
          type="file"
          onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          className="mono"
          data={[
            { value: '', label: t('docs.unset') },
            ...kind.options.map((option) => ({ value: option, label: option })),
          ]}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          classNames={{ input: 'mono' }}
          inputMode={kind.is === 'number' ? 'numeric' : 'text'}
          placeholder={initial}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}
