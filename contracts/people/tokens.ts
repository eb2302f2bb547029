import { z } from 'zod';
import { scopes } from '../access.constants.ts';
import { integer, list } from '../fields.ts';
import { defineRoute, SMALL_BODY_MAX } from '../route.ts';
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

export const listTokens = defineRoute({
  methods: ['GET'],
  path: '/api/tokens',
  needs: 'own',
  scope: null,
  summary: 'List the API tokens of your account, or of a service',
  request: z.object({ account: service }),
  reply: z.array(token),
});

export const createNamedToken = defineRoute({
  methods: ['POST'],
  path: '/api/tokens/create',
  needs: 'own',
  scope: null,
  isFresh: true,
  summary: 'Create a named API token; it is shown once',
  request: z.object({
    name: tokenName,
    scopes: scopeList,
    expires_at: startTime.optional().describe('0: never; 90 days by default'),
    per_minute: perMinute.default(0),
    account: service,
  }),
  bodyMax: SMALL_BODY_MAX,
  reply: z.object({ id: z.int(), token: z.string() }),
});

export const setToken = defineRoute({
  methods: ['POST'],
  path: '/api/tokens/set',
  needs: 'own',
  scope: null,
  isFresh: true,
  summary: 'Change the name, the scopes or the limit of a named API token',
  request: z.object({
    id: accountId,
    name: tokenName.optional(),
    scopes: scopeList.optional(),
    per_minute: perMinute.optional(),
  }),
  bodyMax: SMALL_BODY_MAX,
  reply: z.null(),
});

export const endToken = defineRoute({
  methods: ['POST'],
  path: '/api/tokens/end',
  needs: 'own',
  scope: null,
  summary: 'End a named API token',
  request: z.object({ id: accountId }),
  bodyMax: SMALL_BODY_MAX,
  reply: z.null(),
});
