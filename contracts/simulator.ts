import { z } from 'zod';
import { integer, unixSeconds } from './fields.ts';
import { defineRoute } from './route.ts';

/** Why a visit leads where it leads. */
export const visitReasons = [
  'long-url',
  'rule',
  'split',
  'off',
  'not-started',
  'expired',
  'used-up',
  'card',
  'in-app',
  'password',
] as const;
export type VisitReason = (typeof visitReasons)[number];

export const tryLink = defineRoute({
  methods: ['POST'],
  path: '/api/urls/try',
  access: 'token',
  summary: 'Try a visit: where a link would lead it, and why; counts no click',
  request: z.object({
    id: integer(1, Number.MAX_SAFE_INTEGER),
    user_agent: z.string().max(512).default('').describe('As the visitor’s browser sends it'),
    language: z.string().max(256).default('').describe('As in Accept-Language, for example zh-TW'),
    country: z
      .string()
      .regex(/^[a-z]{2}$/i, 'A country like DE')
      .toUpperCase()
      .optional(),
    at: unixSeconds.optional().describe('When the visit happens; if omitted, now'),
    query: z.string().max(2048).default('').describe('The query of the visit'),
    is_qr: integer(0, 1).default(0).describe('1: the visitor scanned the QR code'),
    has_password: integer(0, 1).default(0).describe('1: the visitor has entered the password'),
  }),
  reply: z.object({
    status: z.int().describe('The HTTP status of the answer'),
    target: z.string().describe('Empty for a page of this site'),
    rule: z.int().nullable().describe('The index of the rule that decides, from 0'),
    why: z.enum(visitReasons),
  }),
});
