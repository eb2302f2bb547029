import { locale, t, type TextKey } from '../../language.ts';
import type { SettingsValues } from './settings-values.ts';

/** The titles of the sections by anchor, in the order of the page. */
export const sectionTitles = {
  site: 'settings.site',
  html: 'settings.html',
  guests: 'settings.guests',
  blocked: 'settings.blocked',
  avatar: 'settings.avatar',
  statistics: 'settings.statistics',
  login: 'settings.login',
  domains: 'domains.title',
  backup: 'backup.title',
  status: 'status.title',
} as const satisfies Record<string, TextKey>;

export type Section = keyof typeof sectionTitles;

const fieldsOf: Partial<Record<Section, readonly (keyof SettingsValues)[]>> = {
  site: ['title', 'keywords', 'description', 'timeZone'],
  html: ['header', 'footer'],
  guests: ['guestsAllowed', 'guestsPerHour'],
  blocked: ['blocked', 'helpsBlockedApps'],
  avatar: ['avatarChoice', 'avatarOwn'],
  login: ['explainsLoginFailure'],
  statistics: ['countOnly', 'respectsDoNotTrack', 'alerts', 'webhook'],
};

const inSentence = new Intl.ListFormat(locale, { type: 'conjunction' });

/** Names the sections with changed fields: "Site and Login". */
export function listChangedSections(before: SettingsValues, after: SettingsValues): string {
  const sections = Object.keys(fieldsOf) as Section[];
  const changed = sections.filter((section) =>
    fieldsOf[section]?.some((field) => before[field] !== after[field]),
  );
  return inSentence.format(changed.map((section) => t(sectionTitles[section])));
}
