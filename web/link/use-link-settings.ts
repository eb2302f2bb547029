import { useState } from 'react';
import type { HistoryField } from '../../contracts/history.ts';
import type { Link } from '../../contracts/links.ts';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { useKeptFields } from '../kept-fields.ts';
import { t } from '../language.ts';
import { findRefusedField } from '../links/refused-field.ts';
import { toast } from '../toast.tsx';
import {
  findChanged,
  settingsFields,
  settingsOf,
  toEdit,
  type LinkSettings,
} from './link-settings.ts';
import { useLinkEdits } from './link.api.ts';
import { findFaults, type Faults } from './settings-rules.ts';

interface Draft {
  readonly values: Partial<LinkSettings>;
  /** The fields that were left: what is wrong with the others is not said yet. */
  readonly left: readonly HistoryField[];
  readonly refused: Faults;
}

const empty: Draft = { values: {}, left: [], refused: {} };

/**
 * What is typed into the settings of a link, over what is stored. A field that nobody touched shows
 * what is stored, also when another window changes it, and is not saved.
 */
export function useLinkSettings(link: Link, onRefused: (field: HistoryField) => void) {
  const [draft, setDraft] = useState(empty);
  const [isSaving, setIsSaving] = useState(false);
  const { save } = useLinkEdits();
  const stored = settingsOf(link);
  const values: LinkSettings = { ...stored, ...draft.values };
  const changed = findChanged(stored, values);
  const faults = findFaults(values, changed);
  const errors: Faults = {
    ...Object.fromEntries(Object.entries(faults).filter(([field]) => isLeft(field))),
    ...draft.refused,
  };

  function isLeft(field: string): boolean {
    return draft.left.some((left) => left === field);
  }

  useKeptFields('link', { values: JSON.stringify(draft.values) }, ({ values: kept }) =>
    setDraft({ ...empty, values: JSON.parse(kept) as Draft['values'] }),
  );

  const set = (change: Partial<LinkSettings>) =>
    setDraft(({ values: before, left, refused }) => {
      const others = Object.entries(refused).filter(([field]) => !(field in change));
      return { values: { ...before, ...change }, left, refused: Object.fromEntries(others) };
    });

  const leave = (field: HistoryField) =>
    setDraft((before) => ({ ...before, left: [...before.left, field] }));

  const refuse = (refused: Faults) => {
    setDraft((before) => ({ ...before, left: settingsFields, refused }));
    const first = settingsFields.find((field) => field in refused);
    if (first !== undefined) onRefused(first);
  };

  const explain = (error: unknown) => {
    const field = findRefusedField(error) ?? fieldOfIssue(error);
    const text = explainFailure(error, 'edit.failed');
    // Beside its field it is not told twice.
    if (field === null) toast('error', text);
    else refuse({ [field]: text });
  };

  const submit = async () => {
    if (changed.length === 0 || isSaving) return;
    if (Object.keys(faults).length > 0) {
      refuse(faults);
      return;
    }
    setIsSaving(true);
    try {
      await save(link, toEdit(values, changed));
      // What was typed meanwhile is not saved yet.
      setDraft((now) => ({ ...empty, values: withoutSaved(now.values, draft.values) }));
      toast('success', t('edit.done'));
    } catch (error) {
      explain(error);
    } finally {
      setIsSaving(false);
    }
  };

  return {
    values,
    changed,
    errors,
    isSaving,
    set,
    leave,
    discard: () => setDraft(empty),
    submit: () => void submit(),
  };
}

function withoutSaved(now: Draft['values'], saved: Draft['values']): Draft['values'] {
  const typed = Object.entries(now).filter(
    ([field, value]) => saved[field as HistoryField] !== value,
  );
  return Object.fromEntries(typed);
}

function fieldOfIssue(error: unknown): HistoryField | null {
  const [issue] = error instanceof ApiError ? error.issues : [];
  return settingsFields.find((field) => field === issue?.field) ?? null;
}
