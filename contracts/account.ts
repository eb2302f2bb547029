import { z } from 'zod';
import { rights, roles } from './access.constants.ts';
import { flag } from './fields.ts';
import { isLongEnough, PASSWORD_MIN } from './password.ts';
import { defineGet, definePost, defineRoute, noFields, ownForm, openForm } from './route.ts';

export const username = z
  .string('user.name.invalid')
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]{3,32}$/, 'user.name.invalid');

export const email = z
  .string('email.invalid')
  .trim()
  .max(254, 'email.invalid')
  .pipe(z.email('email.invalid'));

/** UTF-16 units. Hashing a longer password only costs time. */
const PASSWORD_MAX = 256;
/** Another system may type the same characters with four times as many units. */
export const TYPED_MAX = 4 * PASSWORD_MAX;

export const newPassword = z
  .string('password.not.allow')
  .min(PASSWORD_MIN, { error: 'password.not.allow', abort: true })
  .max(PASSWORD_MAX, { error: 'password.not.allow', abort: true })
  .refine(isLongEnough, 'password.not.allow');

const language = z.enum(['en', 'zh']);
const chosenLanguage = z.enum(['', ...language.options]).describe('Empty: none is chosen');

export const init = definePost('/api/user/init', {
  ...openForm,
  summary: 'Set up the site: create the administrator, once',
  request: z.object({ username, email, password: newPassword }),
  unknownFields: 'unnoticed',
  reply: z.object({ username: z.string(), email: z.string() }),
});

export const login = definePost('/api/login', {
  ...openForm,
  summary: 'Log in; returns a login token that lasts 30 days',
  request: z.object({
    username: z.string('username.error').trim().toLowerCase().max(64, 'username.error'),
    password: z.string('password.not.allow.empty').max(TYPED_MAX, 'password.error'),
  }),
  unknownFields: 'unnoticed',
  reply: z.object({
    token: z.string(),
    expires_at: z.int(),
    username: z.string(),
    language: language.optional().describe('Missing: none is chosen'),
    ip: z.string(),
    user_agent: z.string(),
  }),
});

export const checkLogin = defineGet('/api/user/is_login', {
  needs: 'own',
  scope: 'any',
  isOpenToLimited: true,
  summary: 'Check whether the token is valid',
  ...noFields,
  reply: z.literal(''),
});

export const logout = defineRoute({
  methods: ['GET', 'POST'],
  path: '/api/user/logout',
  hasChangingGet: true,
  needs: 'own',
  scope: 'any',
  isOpenToLimited: true,
  summary: 'Log out: end the login whose token is sent',
  ...noFields,
  reply: z.null(),
});

export const changePassword = definePost('/api/user/change_password', {
  ...ownForm,
  summary: 'Change the password; ends every other login and the API token',
  request: z.object({
    old_password: z.string('oldpass.notallow.empty').max(TYPED_MAX, 'oldpass.error'),
    new_password: z.string('newpass.notallow.empty').pipe(newPassword),
    keep_api_token: flag.optional().describe('1: keep the API token'),
    end_named_tokens: flag.optional().describe('1: end the named API tokens too'),
  }),
  unknownFields: 'unnoticed',
});

export const setAccount = definePost('/api/account/set', {
  ...ownForm,
  summary: 'Change user name, e-mail or language, with the current password',
  request: z.object({
    username: username.optional(),
    email: email.optional(),
    language: language.optional(),
    password: z
      .string('password.not.allow.empty')
      .max(TYPED_MAX, 'oldpass.error')
      .optional()
      .describe('The current password. An account without one needs a fresh login instead'),
  }),
  reply: z.object({ username: z.string(), email: z.string(), language: chosenLanguage }),
});

const factor = z.object({
  id: z.int(),
  kind: z.string().describe('totp or passkey'),
  name: z.string(),
  rp_id: z.string().describe('The host at which a passkey works'),
  is_usable_here: z.int(),
  is_backed_up: z.int(),
  created_at: z.int(),
  used_at: z.int().describe('0: never'),
});

export const getAccount = defineGet('/api/account', {
  needs: 'own',
  scope: null,
  isOpenToLimited: true,
  summary: 'Get your account',
  reply: z.object({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    language: chosenLanguage,
    role: z.enum(roles),
    sees_all: z.int(),
    may: z.array(z.enum(rights)),
    factors: z.array(factor),
    recovery_codes: z.int().describe('How many recovery codes are left'),
    has_passkeys: z.int().describe('1: passkeys work at the address of the site'),
    has_sso: z.int().describe('1: it is connected with single sign-on'),
    fresh_until: z.int(),
  }),
});

export const getAppInfo = defineGet('/api/get/appinfo', {
  needs: 'own',
  scope: null,
  isOpenToLimited: true,
  summary: 'Get the account, the software version and what the page shows of the configuration',
  ...noFields,
  reply: z.object({
    username: z.string(),
    email: z.string(),
    language: chosenLanguage,
    version: z.string(),
    version_date: z.string(),
    avatar_url: z.string().describe('URL of the avatar image; empty if avatars are off'),
    click_flush_seconds: z.int().describe('At most this long until new clicks are in the counts'),
    port: z.int().describe('Where the server listens, for the line of a proxy'),
    id: z.int().describe('The account'),
    role: z.enum(roles),
    may: z.array(z.enum(rights)).describe('The rights of the account'),
    fresh_until: z.int().describe('From then on, what is dangerous asks for the password again'),
    has_others: z.int().describe('1: the site has further accounts'),
    is_limited: z.int().describe('1: a second factor must be set up first'),
    has_password: z.int().describe('0: the account has no password'),
    password_min: z.int().describe('Characters that a new password needs'),
    wrong_codes: z
      .int()
      .describe('Wrong second factors since the hour of the login before the last one'),
  }),
});

export const getToken = defineGet('/api/user/get_token', {
  needs: 'own',
  scope: null,
  summary: 'Show the API token',
  ...noFields,
  reply: z.object({
    token: z.string(),
    expires_at: z.int(),
    ip: z.string(),
    user_agent: z.string(),
  }),
});

export const createToken = defineRoute({
  methods: ['GET', 'POST'],
  path: '/api/user/create_token',
  hasChangingGet: true,
  needs: 'own',
  scope: null,
  summary: 'Create the API token; an existing one is kept',
  ...noFields,
  reply: z.object({ token: z.string() }),
});

export const changeToken = defineRoute({
  methods: ['GET', 'POST'],
  path: '/api/user/change_token',
  hasChangingGet: true,
  needs: 'own',
  scope: null,
  summary: 'Replace the API token; the old one stops working at once',
  ...noFields,
  reply: z.object({ token: z.string() }),
});
