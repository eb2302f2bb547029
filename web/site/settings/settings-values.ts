import type { UseFormReturnType } from '@mantine/form';
import type { z } from 'zod';
import { isMessageKey, type MessageKey } from '../../../contracts/envelope.ts';
import { WEBHOOK_MAX } from '../../../contracts/site.constants.ts';
import { settings, siteInfo } from '../../../contracts/site.ts';
import type { ApiError } from '../../api.ts';
import { t, type TextKey } from '../../language.ts';
import type { Settings } from './settings.api.ts';

const avatarServices = {
  gravatar: 'https://www.gravatar.com/avatar/',
  cravatar: 'https://cravatar.cn/avatar/',
  off: '',
} as const;

export type AvatarChoice = keyof typeof avatarServices | 'own';
export const avatarChoices: readonly AvatarChoice[] = ['gravatar', 'cravatar', 'off', 'own'];

export type Protocol = keyof Settings['compat'];
const protocols = Object.keys(settings.compat.parse(undefined)) as Protocol[];

/** In the order of the page, with a blank between two. */
export function joinProtocols(chosen: readonly string[]): string {
  return protocols.filter((protocol) => chosen.includes(protocol)).join(' ');
}

export function splitProtocols(joined: string): string[] {
  return joined.split(' ');
}

/** The settings as values of the form. */
export type SettingsValues = ReturnType<typeof toValues>;

export interface SettingsFieldsProps {
  readonly form: UseFormReturnType<SettingsValues>;
}

export function toValues(stored: Settings) {
  const { title, keywords, description, header, footer } = stored.site_info;
  const choice = avatarChoices.find(
    (name) => name !== 'own' && avatarServices[name] === stored.avatar_service,
  );
  return {
    title,
    keywords,
    description,
    timeZone: stored.time_zone,
    header,
    footer,
    guestsAllowed: stored.anonymous_creation.allowed,
    guestsPerHour: String(stored.anonymous_creation.per_hour),
    /** One text a line. */
    blocked: stored.blocked_user_agents.join('\n'),
    helpsBlockedApps: stored.blocked_apps_get_help,
    avatarChoice: choice ?? 'own',
    avatarOwn: choice === undefined ? stored.avatar_service : '',
    explainsLoginFailure: stored.login_tells_fault,
    secondFactor: stored.second_factor,
    passwordMin: String(stored.password_min),
    idleDays: String(stored.login_idle_days),
    tokenDays: String(stored.token_days_max),
    auditDays: String(stored.audit_days),
    allowsOldHashes: stored.yourls_old_hashes,
    protocols: joinProtocols(protocols.filter((protocol) => stored.compat[protocol] === 1)),
    countOnly: stored.statistics.count_only,
    respectsDoNotTrack: stored.statistics.heeds_do_not_track,
    alerts: stored.statistics.alerts,
    webhook: stored.statistics.webhook,
  };
}

/** Converts the values to settings. Settings without a field keep their stored value. */
export function toSettings(values: SettingsValues, stored: Settings): Settings {
  const { title, keywords, description, header, footer, avatarChoice } = values;
  const given = new Set(splitProtocols(values.protocols));
  return {
    ...stored,
    site_info: {
      ...stored.site_info,
      title: title.trim(),
      keywords: keywords.trim(),
      description: description.trim(),
      header,
      footer,
    },
    blocked_user_agents: readLines(values.blocked),
    blocked_apps_get_help: values.helpsBlockedApps,
    anonymous_creation: values.guestsAllowed
      ? { allowed: true, per_hour: Number(values.guestsPerHour) }
      : { ...stored.anonymous_creation, allowed: false },
    login_tells_fault: values.explainsLoginFailure,
    second_factor: values.secondFactor,
    password_min: Number(values.passwordMin),
    login_idle_days: Number(values.idleDays),
    token_days_max: Number(values.tokenDays),
    audit_days: Number(values.auditDays),
    yourls_old_hashes: values.allowsOldHashes,
    compat: settings.compat.parse(
      Object.fromEntries(protocols.map((protocol) => [protocol, given.has(protocol) ? 1 : 0])),
    ),
    avatar_service: avatarChoice === 'own' ? values.avatarOwn.trim() : avatarServices[avatarChoice],
    time_zone: values.timeZone,
    statistics: {
      count_only: values.countOnly,
      heeds_do_not_track: values.respectsDoNotTrack,
      alerts: values.alerts,
      webhook: values.alerts ? values.webhook.trim() : stored.statistics.webhook,
    },
  };
}

/** The texts of a field with one text a line. */
export function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const { keywords, description, header, footer } = siteInfo.shape;
const statistics = settings.statistics.unwrap();

/** Checks each field with the schema of the server. */
export const rules = {
  title: explainTitle,
  keywords: (text: string) => explain(keywords, text),
  description: (text: string) => explain(description, text),
  header: (text: string) => explain(header, text),
  footer: (text: string) => explain(footer, text),
  guestsPerHour: (text: string, { guestsAllowed }: SettingsValues) =>
    guestsAllowed &&
    isRefused(settings.anonymous_creation, { allowed: true, per_hour: Number(text) })
      ? t('settings.guests.limit.invalid')
      : null,
  passwordMin: (text: string) =>
    explainNumber(settings.password_min, text, 'settings.login.min.invalid'),
  idleDays: (text: string) =>
    explainNumber(settings.login_idle_days, text, 'settings.login.idle.invalid'),
  tokenDays: (text: string) =>
    explainNumber(settings.token_days_max, text, 'settings.login.token.invalid'),
  auditDays: (text: string) =>
    explainNumber(settings.audit_days, text, 'settings.login.audit.invalid'),
  blocked: explainBlocked,
  avatarOwn: (address: string, values: SettingsValues) =>
    values.avatarChoice === 'own' &&
    (address.trim() === '' || isRefused(settings.avatar_service, address.trim()))
      ? t('settings.avatar.own.invalid')
      : null,
  webhook: (address: string, { alerts }: SettingsValues) =>
    alerts && isRefused(statistics.shape.webhook, address.trim())
      ? t('settings.statistics.webhook.invalid', { max: WEBHOOK_MAX })
      : null,
};

/** The errors that only the server can find, by field. */
export function findFieldErrors({
  issues,
}: ApiError): Partial<Record<keyof SettingsValues, string>> {
  const refuses = (key: MessageKey) => issues.some((issue) => issue.key === key);
  // Only header and footer together can exceed the limit.
  if (refuses('too.large')) return { header: t('settings.html.large') };
  return refuses('webhook.private') ? { webhook: t('webhook.private') } : {};
}

function explainTitle(title: string): string | null {
  if (title.trim() === '') return t('settings.title.empty');
  return isRefused(siteInfo.shape.title, title) ? t('settings.title.length') : null;
}

function explainBlocked(text: string): string | null {
  const issue = settings.blocked_user_agents.safeParse(readLines(text)).error?.issues[0];
  if (issue === undefined) return null;
  const [line] = issue.path;
  return typeof line === 'number'
    ? t('settings.blocked.long', { line: readLines(text)[line]?.slice(0, 24) ?? '' })
    : t('settings.blocked.many');
}

function explainNumber(schema: z.ZodType, text: string, fault: TextKey): string | null {
  const isNumber = /^\d+$/.test(text.trim());
  return isNumber && !isRefused(schema, Number(text)) ? null : t(fault);
}

function isRefused(schema: z.ZodType, value: unknown): boolean {
  return !schema.safeParse(value).success;
}

function explain(schema: z.ZodType, value: string): string | null {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return null;
  if (issue.code === 'too_big') return t('add.text.long', { max: Number(issue.maximum) });
  return t(isMessageKey(issue.message) ? issue.message : 'bad.request');
}
