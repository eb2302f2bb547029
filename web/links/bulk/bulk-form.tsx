import { Button, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useUnsaved } from '../../form/unsaved.ts';
import { t, toCounted } from '../../language.ts';
import { BulkFields } from './bulk-fields.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import { countLinks, usePreview, type BulkSelection } from './bulk.api.ts';
import { noChange, toChange } from './bulk-values.ts';
import { EarlierBulks } from './earlier-bulks.tsx';
import { useBulkActions } from './use-bulk-actions.tsx';
import '../../tags/tags.css';
import './bulk.css';

/** The debounce before a request for the preview, in milliseconds. */
const DEBOUNCE_MS = 300;
/** From this number of links on, the form warns that the edit takes a while. */
const SLOW_EDIT_MIN = 10_000;

interface BulkFormProps {
  readonly selection: BulkSelection;
  readonly onDone: () => void;
}

/** The form of a bulk edit, with a preview of its changes. */
export function BulkForm({ selection, onDone }: BulkFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // The dialog opened before this form loaded, so it had no field to focus.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const [values, setValues] = useState(noChange);
  const change = useMemo(() => toChange(values), [values]);
  useUnsaved(values !== noChange);
  const [asked] = useDebouncedValue(change, DEBOUNCE_MS);
  const preview = usePreview(selection, asked);
  const { edit, undo, isEditing } = useBulkActions(selection, onDone);

  const isPreviewCurrent = change !== null && asked === change && preview.isSuccess;
  const changed = isPreviewCurrent && !preview.isPlaceholderData ? preview.data.changed : null;
  const submitted =
    changed === null || changed === 0
      ? t('bulk.submit')
      : t('bulk.submit.count', toCounted(changed));
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (change !== null && changed !== 0 && !isEditing) edit(change);
      }}
    >
      <Stack>
        <BulkFields values={values} onChange={(fields) => setValues({ ...values, ...fields })} />
        <BulkPreview
          reply={change === null ? null : (preview.data ?? null)}
          isWaiting={change !== null && changed === null}
          error={change !== null && preview.isError ? preview.error : null}
        />
        <div className="bulk-submit">
          <Button type="submit" fullWidth disabled={change === null || changed === 0 || isEditing}>
            {isEditing ? t('bulk.submitting') : submitted}
          </Button>
        </div>
        {isEditing && countLinks(selection) > SLOW_EDIT_MIN && (
          <output className="note">{t('bulk.submitting.long')}</output>
        )}
        <EarlierBulks onUndo={undo} />
      </Stack>
    </form>
  );
}
