import { useState } from 'react';
import type { HistoryField } from '../../contracts/history.constants.ts';
import type { Link } from '../../contracts/links.ts';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { useStoredFields } from '../stored-fields.ts';
import { t } from '../language.ts';
import { findRefusedField } from '../links/refused-field.ts';
import { toast } from '../toast.tsx';
import { settingsFields, toEdit, type LinkSettings } from './link-settings.ts';
import { useLinkEdits } from './link.api.ts';
import {
  emptyDraft,
  readDraft,
  withoutSaved,
  withRefusal,
  withValues,
  type SettingsDraft,
} from './settings-draft.ts';
import type { Faults } from './settings-rules.ts';

/**
 * The state of the settings form: the stored values and the user's input over them. An untouched
 * field follows the stored value, even after a change in another window. The form does not save it.
 */
export function useLinkSettings(link: Link, onRefused: (field: HistoryField) => void) {
  const [draft, setDraft] = useState(emptyDraft);
  const [isSaving, setIsSaving] = useState(false);
  const { save } = useLinkEdits();
  const { values, changed, faults, errors } = readDraft(link, draft);

  useStoredFields('link', { values: JSON.stringify(draft.values) }, ({ values: kept }) =>
    setDraft({ ...emptyDraft, values: JSON.parse(kept) as SettingsDraft['values'] }),
  );

  const refuse = (refused: Faults) => {
    setDraft((before) => withRefusal(before, refused));
    const first = settingsFields.find((field) => field in refused);
    if (first !== undefined) onRefused(first);
  };

  const send = async () => {
    setIsSaving(true);
    try {
      await save(link, toEdit(values, changed));
      setDraft((now) => withoutSaved(now, draft));
      toast('success', t('edit.done'));
    } catch (error) {
      const field = findRefusedField(error) ?? findIssueField(error);
      const text = explainFailure(error, 'edit.failed');
      // A field shows its own error: no toast repeats it.
      if (field === null) toast('error', text);
      else refuse({ [field]: text });
    } finally {
      setIsSaving(false);
    }
  };

  return {
    values,
    changed,
    errors,
    isSaving,
    set: (change: Partial<LinkSettings>) => setDraft((before) => withValues(before, change)),
    leave: (field: HistoryField) =>
      setDraft((before) => ({ ...before, left: [...before.left, field] })),
    refuse,
    discard: () => setDraft(emptyDraft),
    submit: () => {
      if (changed.length === 0 || isSaving) return;
      if (Object.keys(faults).length > 0) refuse(faults);
      else void send();
    },
  };
}

export type SettingsState = ReturnType<typeof useLinkSettings>;

function findIssueField(error: unknown): HistoryField | null {
  const [issue] = error instanceof ApiError ? error.issues : [];
  return settingsFields.find((field) => field === issue?.field) ?? null;
}
