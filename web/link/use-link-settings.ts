import { useState } from 'react';
import { flushSync } from 'react-dom';
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
import { rootOf, toFormPath, type Faults } from './routing/paths.ts';
import type { RuleDraft } from './routing/rule-draft.ts';

/**
 * The state of the settings form: the stored values and the user's input over them. An untouched
 * field follows the stored value, even after a change in another window. The form does not save it.
 */
export function useLinkSettings(link: Link, onRefused: (path: string) => void) {
  const [draft, setDraft] = useState(emptyDraft);
  const [isSaving, setIsSaving] = useState(false);
  const { save } = useLinkEdits();
  const { values, changed, faults, errors, savedRules } = readDraft(link, draft);

  // No password is stored.
  const { password: _, ...storable } = draft.values;
  useStoredFields('link', { values: JSON.stringify(storable) }, ({ values: kept }) =>
    setDraft({ ...emptyDraft, values: JSON.parse(kept) as SettingsDraft['values'] }),
  );

  const refuse = (refused: Faults) => {
    // Closed sections open, so that the field can have the focus.
    flushSync(() => setDraft((before) => withRefusal(before, refused)));
    const first = findFirst(Object.keys(refused));
    if (first !== undefined) onRefused(first);
  };

  const send = async () => {
    setIsSaving(true);
    try {
      const after = await save(link, toEdit(values, changed));
      setDraft((now) => withoutSaved(now, draft, { before: link, after }));
      toast('success', t('edit.done'));
    } catch (error) {
      const refused = findRefusedField(error);
      // The code and its domain are one setting.
      const field = refused === 'domain' ? 'short_url' : refused;
      const path = findIssuePath(error, values.rules) ?? field;
      const text = explainFailure(error, 'edit.failed');
      // A field shows its own error: no toast repeats it.
      if (path === null) toast('error', text);
      else refuse({ [path]: text });
    } finally {
      setIsSaving(false);
    }
  };

  return {
    values,
    changed,
    errors,
    refusals: draft.refusals,
    /** The rules before the user's changes. */
    savedRules,
    isSaving,
    set: (change: Partial<LinkSettings>) => setDraft((before) => withValues(before, change)),
    leave: (path: string) => setDraft((before) => ({ ...before, left: [...before.left, path] })),
    refuse,
    discard: () => setDraft(({ ruleIds, saved }) => ({ ...emptyDraft, ruleIds, saved })),
    submit: () => {
      if (changed.length === 0 || isSaving) return;
      if (Object.keys(faults).length > 0) refuse(faults);
      else void send();
    },
  };
}

export type SettingsState = ReturnType<typeof useLinkSettings>;

function findIssuePath(error: unknown, rules: readonly RuleDraft[]): string | null {
  const [issue] = error instanceof ApiError ? error.issues : [];
  const isKnown =
    issue !== undefined && settingsFields.some((field) => field === rootOf(issue.field));
  return isKnown ? toFormPath(issue.field, rules) : null;
}

/** The first of these paths, in the order of the form. */
function findFirst(paths: readonly string[]): string | undefined {
  const places = paths.map((path) => settingsFields.findIndex((field) => field === rootOf(path)));
  return paths[places.indexOf(Math.min(...places))];
}
