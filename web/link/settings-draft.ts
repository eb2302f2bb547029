import type { HistoryField } from '../../contracts/history.ts';
import type { Link } from '../../contracts/links.ts';
import { findChanged, settingsFields, settingsOf, type LinkSettings } from './link-settings.ts';
import { findFaults, type Faults } from './settings-rules.ts';

/** What is typed into the settings of a link and not saved. */
export interface SettingsDraft {
  readonly values: Partial<LinkSettings>;
  /** The fields that were left: what is wrong with the others is not said yet. */
  readonly left: readonly HistoryField[];
  /** What the server, or an attempt to save, found wrong. */
  readonly refused: Faults;
}

export const emptyDraft: SettingsDraft = { values: {}, left: [], refused: {} };

/** The settings of a link with a draft over them, and what there is to say about each field. */
export function readDraft(link: Link, draft: SettingsDraft) {
  const stored = settingsOf(link);
  const values: LinkSettings = { ...stored, ...draft.values };
  const changed = findChanged(stored, values);
  const faults = findFaults(values, changed);
  const shownFields = draft.left.filter((field) => field in faults);
  const errors: Faults = {
    ...Object.fromEntries(shownFields.map((field) => [field, faults[field]])),
    ...draft.refused,
  };
  return { values, changed, faults, errors };
}

/** A draft with other values, about which nothing was refused yet. */
export function withValues(draft: SettingsDraft, change: Partial<LinkSettings>): SettingsDraft {
  const refused = Object.entries(draft.refused).filter(([field]) => !(field in change));
  return {
    values: { ...draft.values, ...change },
    left: draft.left,
    refused: Object.fromEntries(refused),
  };
}

export function withRefusal(draft: SettingsDraft, refused: Faults): SettingsDraft {
  return { ...draft, left: settingsFields, refused };
}

/** What of a draft was typed after it was sent. */
export function withoutSaved(now: SettingsDraft, sent: SettingsDraft): SettingsDraft {
  const later = settingsFields.filter((field) => now.values[field] !== sent.values[field]);
  return {
    ...emptyDraft,
    values: Object.fromEntries(later.map((field) => [field, now.values[field]])),
  };
}
