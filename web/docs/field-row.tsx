import { useId } from 'react';
import { locale } from '../language.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { t } from './docs-text.ts';
import type { Field, FieldKind } from './fields.ts';
import { WithCode } from './with-code.tsx';
import { NativeSelect, TextInput } from '@mantine/core';

interface FieldRowProps {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFile: (file: File | null) => void;
}

/** The reference does not mention higher limits: no caller reaches them. */
const SHOWN_LIMIT_MAX = 1_000_000_000;

function describeKind(kind: FieldKind): string {
  switch (kind.is) {
    case 'text':
      return kind.max === undefined
        ? t('docs.type.text')
        : t('docs.type.text.max', { max: kind.max });
    case 'number':
      if (kind.min === undefined) return t('docs.type.number');
      return kind.max === undefined || kind.max >= SHOWN_LIMIT_MAX
        ? t('docs.type.number.min', { min: kind.min })
        : t('docs.type.number.range', { min: kind.min, max: formatNumber(kind.max, locale) });
    default:
      return t(`docs.type.${kind.is}`);
  }
}

/** Describes a field beside its input. */
export function FieldRow({ field, ...input }: FieldRowProps) {
  const id = useId();
  const about = useId();
  const facts = [
    ...(field.isRequired ? [t('docs.required')] : []),
    describeKind(field.kind),
    ...(field.default === '' ? [] : [t('docs.default', { value: field.default })]),
  ];
  return (
    <div className="docs-field">
      <div>
        <label htmlFor={id} className="docs-field-name mono">
          {field.name}
        </label>
        <div id={about} className="docs-field-about note">
          {facts.join(' · ')}
          {field.description !== '' && (
            <p>
              <WithCode text={field.description} />
            </p>
          )}
        </div>
      </div>
      <FieldInput id={id} describedBy={about} field={field} {...input} />
    </div>
  );
}

interface FieldInputProps {
  readonly id: string;
  readonly describedBy: string;
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFile: (file: File | null) => void;
}

/** The input for a field of a call. The call leaves out empty fields. */
function FieldInput({
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
