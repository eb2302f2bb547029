import { z } from 'zod';
import { integer } from '../fields.ts';
import { endTime, startTime } from '../stats/times.ts';
import { defineGet } from '../route.ts';

const filter = {
  actor: integer(1, Number.MAX_SAFE_INTEGER).optional().describe('An account'),
  action: z
    .string()
    .regex(/^[a-z_]{1,32}(\.[a-z_]{1,32})?$/)
    .optional()
    .describe('`group.act`, or a whole group'),
  target: z
    .string()
    .regex(/^[a-z_]{1,32}(:\d{1,16})?$/)
    .optional()
    .describe('A kind, or a kind with an id: `link:7`'),
  from: startTime.optional(),
  until: endTime.optional().describe('Not included'),
};

const values = z.unknown().describe('The values of fields; null: none');

const row = z.object({
  id: z.int(),
  at: z.int(),
  actor: z.object({
    kind: z.enum(['account', 'service', 'guest', 'command', 'system']),
    id: z.int().describe('0: no account'),
    name: z.string(),
  }),
  token: z.string().describe('The name of the API token; empty: none'),
  way: z.string(),
  network: z.string(),
  action: z.string(),
  target: z.object({ kind: z.string(), id: z.int(), name: z.string() }).nullable(),
  from: values,
  to: values,
  times: z.int(),
});
export type AuditRow = z.output<typeof row>;

export const listAudit = defineGet('/api/audit', {
  needs: 'own',
  scope: 'audit:read',
  summary: 'List who did what, newest first; of your own account only without the right to all',
  request: z.object({
    ...filter,
    page: integer(1, 1_000_000).default(1),
    limit: integer(1, 200).default(50),
  }),
  reply: z.object({ total: z.int(), page: z.int(), limit: z.int(), rows: z.array(row) }),
});

export const exportAudit = defineGet('/api/audit/export', {
  needs: 'own',
  scope: 'audit:read',
  summary: 'Export who did what as CSV or JSON',
  request: z.object({ ...filter, format: z.enum(['csv', 'json']).default('csv') }),
  reply: z.never(),
  download: ['text/csv', 'application/json'],
});
