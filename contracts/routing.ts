import { z } from 'zod';
import { integer, objectOrText, plainText, unixSeconds } from './fields.ts';
import { parseLongUrl } from './long-url.ts';
import {
  inAppChoices,
  LINK_PASSWORD_MAX,
  MAX_CLICKS_MAX,
  NAME_MAX,
  redirectStatuses,
  ruleDevices,
  RULES_MAX,
  SHARES_MAX,
  SOCIAL_DESCRIPTION_MAX,
  SOCIAL_TITLE_MAX,
  WEIGHT_MAX,
  type RoutingField,
} from './routing.constants.ts';

/** Where a visit of a link leads. Every field is optional when a link is created or edited. */

const VALUES_MAX = 32; // of one condition
const QUERY_VALUE_MAX = 256;

const webUrl = z
  .string('error.link')
  .refine((text) => parseLongUrl(text) !== null, 'error.link')
  .overwrite((text) => parseLongUrl(text) ?? text);

/** One value or a list of values. */
function anyOf<Item extends z.ZodType>(item: Item) {
  const values = z.array(item).min(1).max(VALUES_MAX);
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), values).optional();
}

const name = z.string().trim().min(1).max(NAME_MAX);
const dayTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time like 09:00');

const hours = z
  .strictObject({
    days: z
      .array(integer(1, 7))
      .min(1)
      .max(7)
      .optional()
      .describe('1 = Monday to 7 = Sunday; if omitted, every day'),
    from: dayTime,
    until: dayTime.describe('An end before `from` lies on the next day'),
    time_zone: z.string().max(64).refine(isTimeZone, 'A time zone, for example Asia/Shanghai'),
  })
  .describe('Hours of a day');

/** zod would drop this name, so the rule would fit more visits. */
const LOST_NAME = '__proto__';
const parameters = z.preprocess(
  (value, { issues }) => {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, LOST_NAME)) {
      issues.push({ code: 'custom', message: `${LOST_NAME} cannot be a name`, input: value });
    }
    return value;
  },
  z
    .record(z.string().min(1).max(NAME_MAX), z.string().max(QUERY_VALUE_MAX))
    .refine((pairs) => Object.keys(pairs).length <= VALUES_MAX, 'too.large'),
);

export const condition = z.strictObject({
  device: anyOf(z.enum(ruleDevices)),
  system: anyOf(name).describe('Operating systems, as the statistics name them'),
  browser: anyOf(name).describe('Browsers, as the statistics name them'),
  in_app: anyOf(name).describe('Apps that show the page inside, for example WeChat'),
  language: anyOf(z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'A language like zh-TW')),
  country: anyOf(
    z
      .string()
      .regex(/^[a-z]{2}$/i, 'A country like DE')
      .toUpperCase(),
  ),
  query: parameters.optional().describe('Parameters of the visit; `*` = any value'),
  is_qr: integer(0, 1).optional().describe('1: scanned from the QR code'),
  from: unixSeconds.optional(),
  until: unixSeconds.optional(),
  hours: hours.optional(),
});
export type Condition = z.output<typeof condition>;

const share = z.strictObject({ target: webUrl, weight: integer(1, WEIGHT_MAX) });
export type Share = z.output<typeof share>;

export const rule = z.union([
  z.strictObject({ when: condition, target: webUrl }),
  z.strictObject({ when: condition, split: z.array(share).min(1).max(SHARES_MAX) }),
]);
export type Rule = z.output<typeof rule>;

export const social = z.strictObject({
  title: plainText(SOCIAL_TITLE_MAX).default(''),
  description: plainText(SOCIAL_DESCRIPTION_MAX).default(''),
  image: z
    .union([z.literal(''), webUrl])
    .default('')
    .describe('The URL of an image; Brisk only names it'),
});
export type Social = z.output<typeof social>;

const emptied = <Schema extends z.ZodType>(schema: Schema, empty: unknown) =>
  z.preprocess((value) => (value === '' || value === null ? empty : value), schema).optional();

/** `""` and `null` empty a field. */
export const routingFields = {
  starts_at: emptied(unixSeconds, 0).describe('Before this instant visitors get a page; 0 = now'),
  max_clicks: emptied(integer(0, MAX_CLICKS_MAX), 0).describe(
    'After so many clicks the link has expired; 0 = no limit',
  ),
  fallback_url: z
    .union([z.literal(''), webUrl])
    .optional()
    .describe('Where the link leads when it is expired, used up, off or not started'),
  password: z
    .string()
    .max(LINK_PASSWORD_MAX)
    .optional()
    .describe('Visitors must enter it; never returned'),
  redirect_status: emptied(
    integer(301, 308).pipe(z.literal([...redirectStatuses])),
    redirectStatuses[0],
  ).describe('302 by default'),
  forward_query: emptied(integer(0, 1), 0).describe('1: adds the query of the visit'),
  forward_path: emptied(integer(0, 1), 0).describe('1: adds the path behind the code'),
  rules: emptied(objectOrText(z.array(rule).max(RULES_MAX)), []).describe(
    'The first rule that fits decides; without one, the long URL',
  ),
  in_app: emptied(z.enum(inAppChoices), inAppChoices[0]).describe(
    'ask: inside WeChat, QQ, Instagram, Facebook, TikTok and LINE, a page says how to open it in the browser',
  ),
  social: emptied(objectOrText(social), { title: '', description: '', image: '' }).describe(
    'What chat programs show instead of the target’s own title and image',
  ),
} as const satisfies Record<RoutingField, z.ZodType>;
/** The checked fields of a request. */
export type RoutingFields = { [Name in RoutingField]?: z.output<(typeof routingFields)[Name]> };

/** Fields of a link in a reply. */
export const routingReply = {
  starts_at: z.int().describe('Unix seconds; 0 = at once'),
  max_clicks: z.int().describe('0 = no limit'),
  fallback_url: z.string(),
  has_password: z.boolean(),
  redirect_status: z.literal([...redirectStatuses]),
  forward_query: z.int(),
  forward_path: z.int(),
  rules: z.array(rule),
  in_app: z.enum(inAppChoices),
  social,
};

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
