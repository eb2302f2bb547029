import { z } from 'zod';
import { LOGINS_MAX } from '../access.constants.ts';
import { TYPED_MAX } from '../account.ts';
import { flag, list } from '../fields.ts';
import { defineGet, definePost, ownForm } from '../route.ts';
import { passkeyAnswer } from './factors.ts';
import { accountId, flagShown } from './people.ts';

const session = z.object({
  id: z.string(),
  is_this: flagShown,
  way: z.enum(['password', 'link', 'passkey', 'sso']),
  browser: z.string(),
  system: z.string(),
  network: z.string().describe('/24 or /48; empty: not known'),
  created_at: z.int().describe('0: not known'),
  seen_at: z.int().describe('0: not known. At most 10 minutes old'),
  expires_at: z.int(),
});

export const listSessions = defineGet('/api/sessions', {
  needs: 'own',
  scope: null,
  summary: 'List the logins of your account, or of another',
  request: z.object({ account: accountId.optional().describe('For those who manage accounts') }),
  reply: z.array(session),
});

export const endSessions = definePost('/api/sessions/end', {
  ...ownForm,
  summary: 'End logins: those named, or all but this one',
  request: z
    .object({
      account: accountId.optional().describe('For those who manage accounts'),
      ids: list(z.string().regex(/^[0-9a-f]{24}$/), LOGINS_MAX).optional(),
      others: flag.optional().describe('1: all but this one'),
    })
    .refine(({ ids, others }) => (ids === undefined) === (others === true), {
      path: ['ids'],
      error: 'Send either ids or others',
    }),
  reply: z.int().describe('How many ended'),
});

export const confirmSession = definePost('/api/session/confirm', {
  ...ownForm,
  isOpenToLimited: true,
  summary: 'Prove who you are again; the login gets a new token',
  request: z
    .object({
      password: z.string().max(TYPED_MAX, 'password.error').optional(),
      code: z
        .string()
        .max(16, 'second.factor.error')
        .optional()
        .describe('Of the authenticator app'),
      step: z.string().max(1024, 'session.expired').optional().describe('Of the passkey'),
      passkey: passkeyAnswer.optional(),
      ticket: z.string().max(4096, 'sso.failed').optional().describe('Of single sign-on'),
    })
    .refine(({ step, passkey }) => (step === undefined) === (passkey === undefined), {
      path: ['passkey'],
      error: 'Send step and passkey together',
    }),
  reply: z.object({ token: z.string(), fresh_until: z.int() }),
});
