import { z } from 'zod';
import { integer } from '../fields.ts';
import { invalidReference, isReference, reference } from './look-up.ts';
import { definePost, readsLinks } from '../route.ts';
import { countryCode } from './routing.ts';
import { startTime } from '../stats/times.ts';

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

export const tryLink = definePost('/api/urls/try', {
  ...readsLinks,
  summary: 'Try a visit: where the link would lead it and why, without a click',
  request: z
    .object({
      ...reference,
      user_agent: z
        .string()
        .max(512)
        .default('')
        .describe('The User-Agent header of the visitor’s browser'),
      language: z
        .string()
        .max(256)
        .default('')
        .describe('The Accept-Language header, or a language like zh-TW'),
      country: countryCode.optional().describe('ISO 3166-1 alpha-2'),
      at: startTime.optional().describe('When the visit happens; if omitted, now'),
      query: z
        .string()
        .max(2048)
        .default('')
        .describe('What follows the question mark, for example a=1&b=2'),
      is_qr: integer(0, 1).default(0).describe('1: with the QR code of the link'),
      has_password: integer(0, 1).default(0).describe('1: after the right password'),
    })
    .refine(isReference, invalidReference),
  reply: z.object({
    status: z.int().describe('The HTTP status that the visitor would get'),
    target: z.string().describe('Where the visit would lead; empty = a page of this site'),
    rule: z
      .int()
      .nullable()
      .describe('The position of the rule that decides, starting at 0; null if none does'),
    why: z
      .enum(visitReasons)
      .describe(
        'off, not-started, expired, used-up: the link is closed; card, in-app, password: the visitor gets this page',
      ),
  }),
});
