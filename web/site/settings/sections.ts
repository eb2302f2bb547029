import { locale, t, type TextKey } from '../../language.ts';
import type { SettingsValues } from './settings-values.ts';
import { once } from '../../ui/text/remember.ts';

/** The titles of the sections by anchor, in the order of the page. */
export const sectionTitles = {
  site: 'settings.site',
  html: 'settings.html',
  guests: 'settings.guests',
  blocked: 'settings.blocked',
  avatar: 'settings.avatar',
  statistics: 'stats.title',
  login: 'settings.login',
  sso: 'settings.sso.page',
  compat: 'settings.compat',
  backup: 'backup.title',
  status: 'status.title',
} as const satisfies Record<string, TextKey>;

export type Section = keyof typeof sectionTitles;

const sectionOf: Readonly<Record<keyof SettingsValues, Section>> = {
  title: 'site',
  keywords: 'site',
  description: 'site',
  timeZone: 'site',
  header: 'html',
  footer: 'html',
  guestsAllowed: 'guests',
  guestsPerHour: 'guests',
  blocked: 'blocked',
  helpsBlockedApps: 'blocked',
  avatarChoice: 'avatar',
  avatarOwn: 'avatar',
  explainsLoginFailure: 'login',
  secondFactor: 'login',
  passwordMin: 'login',
  idleDays: 'login',
  tokenDays: 'login',
  auditDays: 'login',
  protocols: 'compat',
  allowsOldHashes: 'compat',
  countOnly: 'statistics',
  respectsDoNotTrack: 'statistics',
  alerts: 'statistics',
  webhook: 'statistics',
};

const inSentence = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** Names the sections with changed fields: "Site and Login". */
export function listChangedSections(before: SettingsValues, after: SettingsValues): string {
  const fields = Object.keys(sectionOf) as (keyof SettingsValues)[];
  const changed = fields.filter((field) => before[field] !== after[field]);
  const sections = new Set(changed.map((field) => sectionOf[field]));
  return inSentence().format([...sections].map((section) => t(sectionTitles[section])));
}
