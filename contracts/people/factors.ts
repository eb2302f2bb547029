import { z } from 'zod';
import { login } from '../account.ts';
import { flag, objectOrText } from '../fields.ts';
import { defineGet, definePost, ownForm, openForm } from '../route.ts';
import { accountId, flagShown, forAccounts } from './people.ts';

const step = z
  .string('session.expired')
  .max(1024, 'session.expired')
  .describe('What the call before answered; it lasts 5 minutes and works once');

/** An authenticator app shows six digits; people type a blank between them. */
const code = z
  .string()
  .max(16, 'second.factor.error')
  .transform((text) => text.replaceAll(/\s/g, ''));
const recoveryCode = z.string().max(64, 'second.factor.error');

const part = z.string().max(8192);
/** The answer of a browser's `navigator.credentials`, as JSON; the library checks the rest. */
export const passkeyAnswer = objectOrText(
  z.object({
    id: z.string().max(1400),
    rawId: z.string().max(1400),
    type: z.literal('public-key'),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
    clientExtensionResults: z.record(z.string().max(64), z.unknown()).default({}),
    response: z.record(z.string().max(64), z.union([part, z.array(part).max(16), z.int()])),
  }),
).describe('What the browser answered to the options, as JSON');
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

const asked = z.object({
  step: z.string(),
  options: z.record(z.string(), z.unknown()).describe('For `navigator.credentials`, as JSON'),
});

export const loginSecond = definePost('/api/login/second', {
  ...openForm,
  summary: 'Log in with the second factor that a login has asked for',
  request: z.object({
    step,
    code: code.optional(),
    recovery_code: recoveryCode.optional(),
  }),
  reply: login.reply,
});

export const beginPasskeyLogin = definePost('/api/login/passkey/begin', {
  ...openForm,
  summary: 'Begin a login with a passkey',
  reply: asked,
});

export const loginWithPasskey = definePost('/api/login/passkey', {
  ...openForm,
  summary: 'Log in with a passkey, which replaces password and code',
  request: z.object({ step, answer: passkeyAnswer }),
  reply: login.reply,
});

export const getLoginWays = defineGet('/api/login/ways', {
  access: 'anyone',
  summary: 'Tell how one can log in here',
  reply: z.object({
    password: flagShown,
    passkeys: flagShown.describe('1: someone has a passkey for the address of the site'),
    sso: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});

/** A login may set its first factor up that the site demands; more need a fresh one. */
const forFactors = { ...ownForm, isFresh: true, isOpenToLimited: true } as const;

export const beginTotp = definePost('/api/factors/totp/begin', {
  ...forFactors,
  summary: 'Begin with an authenticator app: get the secret that it needs',
  reply: z.object({ secret: z.string(), uri: z.string().describe('For a QR code') }),
});

const keepSessions = flag.optional().describe('1: your other logins go on');
const newCodes = z.object({
  codes: z.array(z.string()).describe('Recovery codes, with the first factor; shown once'),
});

export const addTotp = definePost('/api/factors/totp', {
  ...forFactors,
  summary: 'Turn the authenticator app on with a first code of it',
  request: z.object({ code, keep_sessions: keepSessions }),
  reply: newCodes,
});

export const beginPasskey = definePost('/api/factors/passkey/begin', {
  ...forFactors,
  summary: 'Begin to add a passkey',
  reply: asked,
});

const factorName = z.string().trim().min(1).max(64);

export const addPasskey = definePost('/api/factors/passkey', {
  ...forFactors,
  summary: 'Add a passkey',
  request: z.object({
    step,
    answer: passkeyAnswer,
    name: factorName.optional(),
    keep_sessions: keepSessions,
  }),
  reply: newCodes,
});

export const renewRecoveryCodes = definePost('/api/factors/recovery', {
  ...ownForm,
  isFresh: true,
  summary: 'Make 8 new recovery codes; the old ones end',
  request: z.object({ keep_sessions: keepSessions }),
  reply: newCodes,
});

export const removeFactor = definePost('/api/factors/remove', {
  ...ownForm,
  isFresh: true,
  summary: 'Remove a second factor; with the last one go the recovery codes',
  request: z.object({ id: accountId.describe('The factor'), keep_sessions: keepSessions }),
});

export const nameFactor = definePost('/api/factors/name', {
  ...ownForm,
  summary: 'Name a second factor',
  request: z.object({ id: accountId.describe('The factor'), name: factorName }),
});

export const removeFactors = definePost('/api/accounts/remove_factors', {
  ...forAccounts,
  summary: 'Remove all second factors of a person who lost them',
  request: z.object({ id: accountId }),
});
