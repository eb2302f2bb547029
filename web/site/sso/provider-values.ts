import type { z } from 'zod';
import { ssoSettings, type setSso } from '../../../contracts/people/sso.ts';
import type { RequestOf } from '../../../contracts/route.ts';
import { t, type TextKey } from '../../language.ts';
import type { StoredProvider } from './provider.api.ts';

/** An author who sees the links of others is a choice of its own. */
export const givenRoles = ['admin', 'editor', 'author-all', 'author', 'viewer'] as const;
type GivenRole = (typeof givenRoles)[number];

interface Rule {
  readonly value: string;
  readonly role: GivenRole;
  /** Of its row, on this page only. */
  readonly key: number;
}

let lastKey = 0;

export function createKey(): number {
  lastKey += 1;
  return lastKey;
}

export interface ProviderValues {
  issuer: string;
  clientId: string;
  /** Empty: the stored one stays. */
  clientSecret: string;
  name: string;
  scopes: string;
  autoCreate: boolean;
  emailDomains: string;
  linkByEmail: boolean;
  roleClaim: string;
  roles: Rule[];
  noMatch: string;
  passwordLogin: string;
  asksSecondFactor: boolean;
  logsOutThere: boolean;
  sessionHours: string;
}

const { shape } = ssoSettings;

export function toValues({ settings }: StoredProvider): ProviderValues {
  return {
    issuer: settings?.issuer ?? '',
    clientId: settings?.client_id ?? '',
    clientSecret: '',
    name: settings?.name ?? '',
    scopes: settings?.scopes ?? shape.scopes.parse(undefined),
    autoCreate: settings?.auto_create === 1,
    emailDomains: settings?.email_domains.join(', ') ?? '',
    linkByEmail: settings?.link_by_email === 1,
    roleClaim: settings?.role_claim ?? '',
    roles: settings?.roles.map(toRule) ?? [],
    noMatch: settings?.no_match ?? shape.no_match.parse(undefined),
    passwordLogin: settings?.password_login ?? shape.password_login.parse(undefined),
    asksSecondFactor: settings?.asks_second_factor === 1,
    logsOutThere: settings?.logs_out_there === 1,
    sessionHours: String(settings?.session_hours ?? shape.session_hours.parse(undefined)),
  };
}

function toRule(rule: NonNullable<StoredProvider['settings']>['roles'][number]): Rule {
  const isAll = rule.role === 'author' && rule.sees_all === 1;
  return {
    value: rule.value,
    role: (isAll ? 'author-all' : rule.role) as GivenRole,
    key: createKey(),
  };
}

/** Rules without a value are left out. */
export function toRequest(values: ProviderValues): RequestOf<typeof setSso> {
  const rules = values.roles.filter(({ value }) => value.trim() !== '');
  return {
    issuer: values.issuer,
    client_id: values.clientId,
    ...(values.clientSecret !== '' && { client_secret: values.clientSecret }),
    ...(values.name.trim() !== '' && { name: values.name.trim() }),
    scopes: values.scopes,
    auto_create: Number(values.autoCreate) as 0 | 1,
    email_domains: readDomains(values.emailDomains),
    link_by_email: Number(values.linkByEmail) as 0 | 1,
    role_claim: values.roleClaim,
    roles: rules.map(({ value, role }) => ({
      value: value.trim(),
      role: role === 'author-all' ? 'author' : role,
      sees_all: role === 'author-all' ? 1 : 0,
    })),
    no_match: values.noMatch as 'keep' | 'viewer' | 'refuse',
    password_login: values.passwordLogin as 'all' | 'owners',
    asks_second_factor: Number(values.asksSecondFactor) as 0 | 1,
    logs_out_there: Number(values.logsOutThere) as 0 | 1,
    session_hours: Number(values.sessionHours),
  };
}

function readDomains(text: string): string[] {
  return text.split(/[\s,]+/).filter((domain) => domain !== '');
}

/** Checks each field with the schema of the server. */
export function createRules({ settings, has_secret: hasSecret }: StoredProvider) {
  return {
    issuer: (text: string) => explain(shape.issuer, text, 'provider.issuer.invalid'),
    clientId: (text: string) => explain(shape.client_id, text, 'provider.client.invalid'),
    clientSecret: (text: string, { issuer }: ProviderValues) => {
      const isKept = hasSecret === 1 && settings?.issuer === issuer.trim();
      return text === '' && !isKept ? t('provider.secret.empty') : null;
    },
    name: (text: string) =>
      text.trim() === '' ? null : explain(shape.name, text.trim(), 'provider.name.invalid'),
    scopes: (text: string) => explain(shape.scopes, text, 'provider.scopes.invalid'),
    emailDomains: (text: string) =>
      explain(shape.email_domains, readDomains(text), 'provider.domains.invalid'),
    sessionHours: (text: string) => explain(shape.session_hours, text, 'provider.hours.invalid'),
  };
}

function explain(schema: z.ZodType, value: unknown, fault: TextKey): string | null {
  return value !== '' && schema.safeParse(value).success ? null : t(fault);
}

/** The fields that the server names. */
export const fieldOf: Readonly<Record<string, keyof ProviderValues>> = {
  issuer: 'issuer',
  client_id: 'clientId',
  client_secret: 'clientSecret',
};
