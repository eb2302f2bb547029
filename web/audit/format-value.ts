import { roles } from '../../contracts/access.constants.ts';
import { locale, t, type TextKey } from '../language.ts';
import { formatExactTime } from '../ui/text/relative-time.ts';

const fieldNames = [
  'role',
  'kind',
  'sees_all',
  'is_active',
  'scopes',
  'expires_at',
  'per_minute',
  'name',
  'username',
  'email',
  'language',
  'links',
  'links_to',
  'logins',
  'issuer',
  'client_id',
  'auto_create',
  'email_domains',
  'role_claim',
  'roles',
  'no_match',
  'link_by_email',
  'asks_second_factor',
  'password_login',
  'logs_out_there',
  'session_hours',
] as const;

const switches: ReadonlySet<string> = new Set([
  'sees_all',
  'is_active',
  'auto_create',
  'link_by_email',
  'asks_second_factor',
  'logs_out_there',
]);

const words: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  role: Object.fromEntries(roles.map((role) => [role, `role.${role}`])),
  kind: { person: 'audit.kind.person', service: 'people.service' },
  links_to: { bin: 'bin.title', 0: 'links.owner.none' },
};

/** The name of a field; one without a text is shown as it is stored. */
export function formatField(name: string): string {
  const known = fieldNames.find((field) => field === name);
  return known === undefined ? name : t(`audit.field.${known}`);
}

export function formatValue(name: string, value: unknown): string {
  if (name.endsWith('_at') && typeof value === 'number') {
    return value === 0 ? '–' : formatExactTime(value, locale, 'short');
  }
  if (switches.has(name)) return t(Number(value) === 1 ? 'audit.yes' : 'audit.no');
  const word = words[name]?.[String(value)];
  if (word !== undefined) return t(word);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
