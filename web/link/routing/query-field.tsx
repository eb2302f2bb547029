import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { t } from '../../language.ts';
import { plainInput } from '../../ui/plain-input.ts';
import type { ConditionDraft } from './rule-draft.ts';

type Pairs = NonNullable<ConditionDraft['query']>;

interface QueryFieldProps {
  readonly path: string;
  readonly error: string | undefined;
  readonly pairs: Pairs;
  readonly onChange: (change: ConditionDraft) => void;
  readonly onLeave: () => void;
}

/** Names and values of the visit's query. */
export function QueryField({ path, error, pairs, onChange, onLeave }: QueryFieldProps) {
  const id = useId();
  const put = (index: number, change: Partial<Pairs[number]>) =>
    onChange({ query: pairs.with(index, { ...pairs[index]!, ...change }) });
  return (
    <fieldset className="routing-group">
      <Input.Label component="legend">{t('condition.query')}</Input.Label>
      <div className="query-pairs">
        {pairs.map(({ name, value }, index) => (
          <div key={toKey(index)} className="query-pair">
            <TextInput
              {...plainInput}
              aria-label={t('query.name')}
              placeholder={t('query.name')}
              data-path={index === 0 ? path : undefined}
              autoComplete="off"
              value={name}
              maxLength={64}
              error={error !== undefined}
              aria-describedby={`${id}-error`}
              onChange={({ currentTarget: { value: typed } }) => put(index, { name: typed })}
              onBlur={onLeave}
            />
            <span aria-hidden>=</span>
            <TextInput
              {...plainInput}
              aria-label={t('query.value')}
              placeholder={t('query.any')}
              autoComplete="off"
              value={value === '*' ? '' : value}
              maxLength={256}
              onChange={({ currentTarget: { value: typed } }) => put(index, { value: typed })}
            />
            {pairs.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('query.remove', { name })}
                onClick={() => onChange({ query: pairs.toSpliced(index, 1) })}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </div>
        ))}
      </div>
      <Input.Error id={`${id}-error`}>{error}</Input.Error>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => onChange({ query: [...pairs, { name: '', value: '' }] })}
      >
        {t('query.add')}
      </Button>
    </fieldset>
  );
}

/** The fields have no other identity than their place. */
function toKey(index: number): string {
  return `pair-${index}`;
}
