import type { Link } from '../../contracts/links.ts';
import { findChanged, settingsFields, readSettings, type LinkSettings } from './link-settings.ts';
import { isRoutingField } from './routing/routing-settings.ts';
import { rootOf, type Faults } from './routing/paths.ts';
import { findFaults } from './settings-rules.ts';

/** The unsaved input in the settings of a link. */
export interface SettingsDraft {
  readonly values: Partial<LinkSettings>;
  /** The paths of fields that the user has left. The form shows no errors at the others yet. */
  readonly left: readonly string[];
  /** The errors from the server or from an attempt to save. */
  readonly refused: Faults;
  /** How often the form was refused: each time, closed parts with errors open. */
  readonly refusals: number;
  /** The ids of the saved rules: their cards stay the same. */
  readonly ruleIds: readonly string[];
  /** The last save. The page gets the link a moment after the form. */
  readonly saved: Saved | null;
}

interface Saved {
  readonly before: Link;
  readonly after: Link;
}

export const emptyDraft: SettingsDraft = {
  values: {},
  left: [],
  refused: {},
  refusals: 0,
  ruleIds: [],
  saved: null,
};

/** Applies a draft to the settings of a link. Returns the values, the changes and the errors. */
export function readDraft(link: Link, draft: SettingsDraft) {
  const present = link === draft.saved?.before ? draft.saved.after : link;
  const stored = readSettings(present, draft.ruleIds);
  const values: LinkSettings = { ...stored, ...draft.values };
  const changed = findChanged(stored, values);
  const faults = findFaults(values, changed);
  const shownFields = draft.left.filter((field) => field in faults);
  const errors: Faults = {
    ...Object.fromEntries(shownFields.map((field) => [field, faults[field]])),
    ...draft.refused,
  };
  return { values, changed, faults, errors, savedRules: stored.rules };
}

/** Changes values of a draft and removes the refusals of these fields. */
export function withValues(draft: SettingsDraft, change: Partial<LinkSettings>): SettingsDraft {
  const refused = Object.entries(draft.refused).filter(([path]) => !(rootOf(path) in change));
  return {
    ...draft,
    values: { ...draft.values, ...change },
    refused: Object.fromEntries(refused),
  };
}

export function withRefusal(draft: SettingsDraft, refused: Faults): SettingsDraft {
  // A rule that is added later shows no errors at once.
  const others = settingsFields.filter((field) => !isRoutingField(field));
  const left = [...draft.left, ...others, ...Object.keys(refused)];
  return { ...draft, left, refused, refusals: draft.refusals + 1 };
}

/** The part of a draft that the user typed after the save began. */
export function withoutSaved(now: SettingsDraft, sent: SettingsDraft, saved: Saved): SettingsDraft {
  const later = settingsFields.filter((field) => now.values[field] !== sent.values[field]);
  return {
    ...emptyDraft,
    saved,
    ruleIds: sent.values.rules?.map(({ id }) => id) ?? sent.ruleIds,
    values: Object.fromEntries(later.map((field) => [field, now.values[field]])),
  };
}
