import { z } from 'zod';
import { flag, integer, objectOrText, plainText } from '../fields.ts';
import {
  defineGet,
  definePost,
  LARGE_BODY_MAX,
  SMALL_BODY_MAX,
  ownForm,
  openForm,
} from '../route.ts';
import { flagShown, ssoReply } from './people.ts';

const DISCOVERY = /\/\.well-known\/openid-configuration$/;
const ROLES_MAX = 100;
const DOMAINS_MAX = 50;

/** https, or http on the machine itself. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !isSafeAddress(url)) return false;
  return url.search === '' && url.hash === '' && url.username === '' && url.password === '';
}

/** People paste the address of the discovery document. */
const issuer = z
  .string()
  .trim()
  .max(1024)
  .transform((text) => text.replace(DISCOVERY, ''))
  .refine(isIssuer, 'An https URL without a query; http only on the same machine');

const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);

/** What single sign-on never gives is the role of an owner. */
const ssoRole = z.object({
  value: z.string().min(1).max(256),
  role: z.enum(['admin', 'editor', 'author', 'viewer']),
  sees_all: flag
    .default(false)
    .transform(Number)
    .describe('1: an author sees the links of others too'),
});

export const ssoSettings = z.object({
  name: plainText(64).pipe(z.string().min(1)).default('SSO').describe('On the button'),
  issuer: issuer.describe('The address of the provider'),
  client_id: z.string().trim().min(1).max(512),
  scopes: z
    .string()
    .trim()
    .max(512)
    .regex(/^([^\s"\\]+ )*openid( [^\s"\\]+)*$/, 'openid must be one of them')
    .default('openid email profile'),
  auto_create: flag.default(false).describe('1: who logs in for the first time gets an account'),
  email_domains: z
    .union([z.array(z.string()), z.string().transform((text) => text.split(',', DOMAINS_MAX + 1))])
    .pipe(z.array(emailDomain).max(DOMAINS_MAX))
    .default([])
    .describe('Only addresses in these domains get an account; empty: all'),
  role_claim: z.string().trim().max(256).default('').describe('Empty: roles are set in Brisk'),
  roles: objectOrText(z.array(ssoRole).max(ROLES_MAX))
    .optional()
    .transform((roles) => roles ?? [])
    .describe('The first value that the claim has decides'),
  no_match: z
    .enum(['keep', 'viewer', 'refuse'])
    .default('refuse')
    .describe('When the claim is there and no value of it gives a role'),
  link_by_email: flag
    .default(false)
    .describe('1: a verified e-mail connects an account that is neither owner nor admin'),
  asks_second_factor: flag.default(false).describe('1: second factors of Brisk are asked for too'),
  password_login: z
    .enum(['all', 'owners'])
    .default('all')
    .describe('Who may still log in with a password'),
  logs_out_there: flag.default(false).describe('1: logging out ends the login at the provider'),
  session_hours: integer(1, 720).default(24).describe('How long such a login lasts'),
});
export type SsoSettings = z.output<typeof ssoSettings>;

const settingsShown = z.object({
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  scopes: z.string(),
  auto_create: flagShown,
  email_domains: z.array(z.string()),
  role_claim: z.string(),
  roles: z.array(z.object({ value: z.string(), role: z.string(), sees_all: flagShown })),
  no_match: z.string(),
  link_by_email: flagShown,
  asks_second_factor: flagShown,
  password_login: z.string(),
  logs_out_there: flagShown,
  session_hours: z.int(),
});

const ticket = z
  .string('sso.failed')
  .max(4096, 'sso.failed')
  .describe('From the address to which the provider sent the browser back');

export const loginWithSso = definePost('/api/login/sso', {
  ...openForm,
  summary: 'Log in with the ticket of single sign-on, in the browser that began it',
  request: z.object({ ticket }),
  reply: ssoReply,
});

const forOwners = { needs: 'sign-in', scope: null } as const;

export const getSso = defineGet('/api/sso', {
  ...forOwners,
  summary: 'Get the settings of single sign-on, without the secret',
  reply: z.object({
    settings: settingsShown.nullable().describe('null: there is no provider'),
    has_secret: flagShown,
    is_from_environment: flagShown.describe('1: the environment sets it, so it is read-only'),
    is_on: flagShown.describe('1: one can log in with it'),
    callback: z.string().describe('For the provider; empty: BASE_URL is missing'),
  }),
});

export const setSso = definePost('/api/sso/set', {
  ...forOwners,
  isFresh: true,
  summary: 'Save the provider of single sign-on; without an issuer, remove it',
  request: ssoSettings.partial({ issuer: true, client_id: true }).extend({
    client_secret: z
      .string()
      .min(1)
      .max(1024)
      .optional()
      .describe('Missing: the present one stays, as long as the issuer does'),
  }),
  bodyMax: LARGE_BODY_MAX,
});

export const testSso = definePost('/api/sso/test', {
  ...forOwners,
  isFresh: true,
  summary: 'Ask a provider what it offers',
  request: z.object({ issuer }),
  bodyMax: SMALL_BODY_MAX,
  reply: z.object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    userinfo_endpoint: z.string(),
    end_session_endpoint: z.string().describe('Empty: it cannot log out there'),
    scopes: z.array(z.string()),
    claims: z.array(z.string()),
  }),
});

export const connectSso = definePost('/api/sso/connect', {
  ...ownForm,
  isFresh: true,
  summary: 'Connect your account with the one at the provider',
  request: z.object({ ticket }),
});

export const disconnectSso = definePost('/api/sso/disconnect', {
  ...ownForm,
  isFresh: true,
  summary: 'Disconnect your account from the provider',
});
