import { z } from 'zod';
import { scopes } from '../access.constants.ts';
import { integer, list } from '../fields.ts';
import { defineGet, definePost, ownForm } from '../route.ts';
import { startTime } from '../stats/times.ts';
import { accountId, flagShown } from './people.ts';

const scopeList = list(z.enum(scopes), 2 * scopes.length).transform((named) => [...new Set(named)]);

const token = z.object({
  id: z.int(),
  name: z.string(),
  is_default: flagShown,
  scopes: z.array(z.enum(scopes)),
  expires_at: z.int().describe('0: never'),
  per_minute: z.int().describe('Calls a minute; 0: no limit'),
  created_at: z.int(),
  used_at: z.int().describe('0: never. At most 10 minutes old'),
  used_network: z.string(),
});

const tokenName = z.string().trim().min(1).max(64);
const perMinute = integer(0, 1_000_000);
const service = accountId
  .optional()
  .describe('A service of the site; for those who manage accounts');

export const listTokens = defineGet('/api/tokens', {
  needs: 'own',
  scope: null,
  summary: 'List the API tokens of your account, or of a service',
  request: z.object({ account: service }),
  reply: z.array(token),
});

export const createNamedToken = definePost('/api/tokens/create', {
  ...ownForm,
  isFresh: true,
  summary: 'Create a named API token; it is shown once',
  request: z.object({
    name: tokenName,
    scopes: scopeList,
    expires_at: startTime.optional().describe('0: never; 90 days by default'),
    per_minute: perMinute.default(0),
    account: service,
  }),
  reply: z.object({ id: z.int(), token: z.string() }),
});

export const setToken = definePost('/api/tokens/set', {
  ...ownForm,
  isFresh: true,
  summary: 'Change the name, the scopes or the limit of a named API token',
  request: z.object({
    id: accountId,
    name: tokenName.optional(),
    scopes: scopeList.optional(),
    per_minute: perMinute.optional(),
  }),
});

export const endToken = definePost('/api/tokens/end', {
  ...ownForm,
  summary: 'End a named API token',
  request: z.object({ id: accountId }),
});
