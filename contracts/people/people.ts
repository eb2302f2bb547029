import { z } from 'zod';
import { roles } from '../access.constants.ts';
import { email, login, newPassword, username } from '../account.ts';
import { flag, integer } from '../fields.ts';
import { defineGet, definePost, SMALL_BODY_MAX, openForm } from '../route.ts';

export const accountId = integer(1, Number.MAX_SAFE_INTEGER);
const role = z.enum(roles);
const seesAll = flag.optional().describe('1: an author sees the links of others too');

/** For a service: it never logs in, and its rights end at the links. */
const serviceRole = z.enum(['editor', 'author', 'viewer']);

export const flagShown = z.int().describe('1 or 0');

const account = z.object({
  id: z.int(),
  kind: z.enum(['person', 'service']),
  username: z.string(),
  email: z.string(),
  role,
  sees_all: flagShown,
  is_active: flagShown,
  factors: z.array(z.string()).describe('Kinds of second factors'),
  is_ruled_by_sso: flagShown.describe('1: the role comes from single sign-on'),
  links: z.int().describe('The links that belong to it'),
  created_at: z.int(),
  last_login_at: z.int().describe('0: never'),
});

export const listAccounts = defineGet('/api/accounts', {
  needs: 'accounts',
  scope: null,
  summary: 'List the people and services of the site',
  reply: z.array(account),
});

const oneTimeLink = z.object({
  link: z.string().describe('Shown once. It follows `#` in the address of the page /admin/join'),
});

export const forAccounts = {
  needs: 'accounts',
  scope: null,
  isFresh: true,
  bodyMax: SMALL_BODY_MAX,
} as const;

export const inviteAccount = definePost('/api/accounts/invite', {
  ...forAccounts,
  summary: 'Make a link by which a person joins, once and within 7 days',
  request: z.object({ email, role, sees_all: seesAll }),
  reply: oneTimeLink,
});

export const addService = definePost('/api/accounts/add_service', {
  ...forAccounts,
  summary: 'Add a service: an account without a login, with named tokens',
  request: z.object({ username, role: serviceRole, sees_all: seesAll }),
  reply: z.object({ id: z.int() }),
});

export const setRole = definePost('/api/accounts/set', {
  ...forAccounts,
  summary: 'Change the role of another account',
  request: z.object({ id: accountId, role, sees_all: seesAll }),
});

export const disableAccount = definePost('/api/accounts/disable', {
  ...forAccounts,
  summary: 'Disable an account: its logins end, its tokens pause, its links go on',
  request: z.object({ id: accountId }),
});

export const enableAccount = definePost('/api/accounts/enable', {
  ...forAccounts,
  summary: 'Enable a disabled account',
  request: z.object({ id: accountId }),
});

export const deleteAccount = definePost('/api/accounts/delete', {
  ...forAccounts,
  summary: 'Delete an account; its links go to another account, to nobody, or to the bin',
  request: z.object({
    id: accountId,
    links_to: z
      .union([z.literal('bin'), integer(0, Number.MAX_SAFE_INTEGER)])
      .optional()
      .describe('An account, 0: nobody, `bin`; your own account by default'),
  }),
  reply: z.object({ links: z.int().describe('How many links it had') }),
});

export const makeResetLink = definePost('/api/accounts/reset_link', {
  ...forAccounts,
  summary: 'Make a link by which a person chooses a new password, once and within an hour',
  request: z.object({ id: accountId }),
  reply: oneTimeLink,
});

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  sees_all: flagShown,
  by: z.string().describe('The user name of who invited'),
  created_at: z.int(),
  expires_at: z.int(),
});

export const listInvitations = defineGet('/api/invitations', {
  needs: 'accounts',
  scope: null,
  summary: 'List the open invitations',
  reply: z.array(invitation),
});

export const endInvitation = definePost('/api/invitations/end', {
  ...forAccounts,
  summary: 'End an open invitation',
  request: z.object({ id: z.string().regex(/^[0-9a-f]{24}$/, 'invitation.invalid') }),
});

/** What a login answers that single sign-on may have proved. */
export const ssoReply = login.reply.extend({
  logs_out_at: z.string().optional().describe('The page that logs out at the provider too'),
});

const link = z.string('invitation.invalid').regex(/^inv-[\w-]{43}$/, 'invitation.invalid');

export const lookAtLink = definePost('/api/join/look', {
  ...openForm,
  summary: 'Tell what a one-time link is for',
  request: z.object({ link }),
  reply: z.object({
    kind: z.enum(['invitation', 'reset', 'login']),
    email: z.string(),
    username: z.string().describe('Empty for an invitation'),
    role,
    invited_by: z.string().describe('Empty: it was made on the machine'),
    takes_password: flagShown.describe('1: it is used with a new password'),
    password_min: z.int().describe('Characters that a new password needs'),
  }),
});

export const join = definePost('/api/join', {
  ...openForm,
  summary: 'Use a one-time link: join, choose a new password, or log in',
  request: z.object({
    link,
    username: username.optional(),
    password: newPassword.optional(),
    ticket: z
      .string('sso.failed')
      .max(4096, 'sso.failed')
      .optional()
      .describe('Of single sign-on, instead of a password'),
  }),
  reply: ssoReply,
});
