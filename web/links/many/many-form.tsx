import { Button, Group, Progress, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { NEW_LINKS_MAX } from '../../../contracts/links/links.constants.ts';
import { DomainField } from '../../domains/domain-field.tsx';
import { explainFailure } from '../../failure.ts';
import { useSaveKey } from '../../form/use-save-key.ts';
import { useUnsavedGuard } from '../../form/use-unsaved-guard.tsx';
import { locale, t, toCounted } from '../../language.ts';
import { TagsField } from '../../tags/tags-field.tsx';
import { findTagsFault } from '../../tags/tag-list.ts';
import { plainInput } from '../../ui/fields/plain-input.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { useCreation, usePreview, type DoneRow, type Shared } from './many.api.ts';
import { readRows, type PastedRow } from './pasted-rows.ts';
import { Counts, RowList } from './row-list.tsx';

/** The wait for the next key before a preview, in milliseconds. */
const DEBOUNCE_MS = 300;

interface ManyFormProps {
  readonly onAdded: (rows: readonly DoneRow[]) => void;
}

/** A list to paste, with a preview of what would become of each row. */
export function ManyForm({ onAdded }: ManyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const [text, setText] = useState('');
  const [shared, setShared] = useState<Shared>({ tags: [], domain: '' });
  const { mutate, done, error, isPending: isAdding } = useCreation();
  const hasBegun = isAdding || done.length > 0;
  useUnsavedGuard(text !== '');
  const rows = useMemo(() => readRows(text), [text]);
  const { checked, ...preview } = useCheckedRows(rows, shared, !hasBegun);
  const toAdd = checked?.filter(({ result }) => result.state !== 'failed') ?? [];
  const leftOut = checked?.filter(({ result }) => result.state === 'failed') ?? [];

  const add = () => {
    if (toAdd.length === 0 || isAdding) return;
    mutate(
      { ...shared, rows: toAdd.map(({ row }) => row) },
      { onSuccess: (added) => onAdded([...added, ...leftOut]) },
    );
  };
  useSaveKey(form, add);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Stack>
        <ListField text={text} rows={rows.length} isFixed={hasBegun} onChange={setText} />
        {!hasBegun && <SharedFields shared={shared} onChange={setShared} />}
        <Group className="many-submit" gap="0.75rem 1rem">
          <Button type="submit" disabled={toAdd.length === 0 || isAdding}>
            {describeSubmit(toAdd.length, done.length, isAdding)}
          </Button>
          <Group component="output" className="many-state muted" gap="0.25rem 1rem">
            {isAdding ? (
              t('many.submitting', { done: done.length, total: toAdd.length })
            ) : (
              <PreviewState {...preview} checked={checked} error={error ?? preview.error} />
            )}
          </Group>
        </Group>
        {isAdding && (
          <Progress
            value={(done.length * 100) / toAdd.length}
            aria-label={t('many.submitting', { done: done.length, total: toAdd.length })}
          />
        )}
        {checked !== null && !isAdding && (
          <section aria-label={t('many.preview')}>
            <RowList rows={checked} />
          </section>
        )}
      </Stack>
    </form>
  );
}

interface ListFieldProps {
  readonly text: string;
  /** How many rows the text has. */
  readonly rows: number;
  readonly isFixed: boolean;
  readonly onChange: (text: string) => void;
}

function ListField({ text, rows, isFixed, onChange }: ListFieldProps) {
  const max = formatNumber(NEW_LINKS_MAX, locale);
  return (
    <Textarea
      {...plainInput}
      label={t('many.links')}
      description={t('many.help')}
      classNames={{ input: 'many-input mono' }}
      rows={10}
      wrap="off"
      readOnly={isFixed}
      error={rows > NEW_LINKS_MAX && t('many.most', { max, ...toCounted(rows) })}
      value={text}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

interface SharedFieldsProps {
  readonly shared: Shared;
  readonly onChange: (shared: Shared) => void;
}

function SharedFields({ shared, onChange }: SharedFieldsProps) {
  return (
    <div className="many-shared">
      <TagsField
        label={t('many.tags')}
        names={shared.tags}
        onChange={(tags) => onChange({ ...shared, tags })}
      />
      <DomainField value={shared.domain} onChange={(domain) => onChange({ ...shared, domain })} />
    </div>
  );
}

/** What would become of rows. Null: nothing to check, or no answer yet. */
function useCheckedRows(rows: readonly PastedRow[], shared: Shared, isEnabled: boolean) {
  const wanted = useMemo(() => ({ rows, shared }), [rows, shared]);
  const [asked] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const canAsk =
    rows.length > 0 && rows.length <= NEW_LINKS_MAX && findTagsFault(shared.tags) === null;
  const isCurrent = canAsk && asked === wanted;
  const { data, error, isPlaceholderData } = usePreview(
    asked.rows,
    asked.shared,
    isCurrent && isEnabled,
  );
  const isAnswered = isCurrent && data !== undefined && !isPlaceholderData;
  const checked = isAnswered ? rows.map((row, at) => ({ row, result: data.results[at]! })) : null;
  const failure = isCurrent ? error : null;
  return { checked, error: failure, isWaiting: canAsk && !isAnswered && failure === null };
}

function describeSubmit(total: number, done: number, isAdding: boolean): string {
  if (total === 0) return t('many.submit');
  if (done === 0 || isAdding) return t('many.submit.count', toCounted(total));
  return t('many.rest', toCounted(total - done));
}

interface PreviewStateProps {
  readonly checked: readonly DoneRow[] | null;
  readonly isWaiting: boolean;
  readonly error: Error | null;
}

function PreviewState({ checked, isWaiting, error }: PreviewStateProps) {
  if (error !== null) {
    const sentence = checked === null ? 'many.preview.failed' : 'many.error';
    return <span data-tone="bad">{explainFailure(error, sentence)}</span>;
  }
  if (isWaiting) return t('many.preview.loading');
  return checked === null ? null : (
    <Counts rows={checked} texts={['many.created', 'many.existing', 'many.failed']} />
  );
}
