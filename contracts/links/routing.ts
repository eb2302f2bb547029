import { z } from 'zod';
import { integer, objectOrText, plainText, webUrl } from '../fields.ts';
import { routingDefaults, type RoutingField } from './link-fields.constants.ts';
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
  VALUES_MAX,
  WEIGHT_MAX,
} from './routing.constants.ts';
import { timeZone } from '../stats/time-zone.ts';
import { endTime, startTime } from '../stats/times.ts';

const QUERY_VALUE_MAX = 256;

/** One value or a list of values. */
function anyOf<Item extends z.ZodType>(item: Item) {
  const values = z.array(item).min(1).max(VALUES_MAX);
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), values).optional();
}

const name = z.string().trim().min(1).max(NAME_MAX);
const dayTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time like 09:00');
// JSON Schema has no flag for case.
const languageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'A language like zh-TW');
export const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'A country like DE')
  .toUpperCase();

const hours = z
  .strictObject({
    days: z
      .array(integer(1, 7))
      .min(1)
      .max(7)
      .optional()
      .describe('1 = Monday to 7 = Sunday; if omitted, every day'),
    from: dayTime,
    until: dayTime.describe('Exclusive; if not later than `from`, on the next day'),
    time_zone: timeZone.describe('For example Asia/Shanghai'),
  })
  .describe('Hours of the day by the clock of a time zone');

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
    .refine((pairs) => Object.keys(pairs).length > 0, 'At least one parameter')
    .refine((pairs) => Object.keys(pairs).length <= VALUES_MAX, 'too.large'),
);

/** Every given key must fit. */
export const condition = z.strictObject({
  device: anyOf(z.enum(ruleDevices)),
  system: anyOf(name).describe('Operating systems, as the statistics name them'),
  browser: anyOf(name).describe('Browsers, as the statistics name them'),
  in_app: anyOf(name).describe(
    'Apps that open links in a browser of their own, for example WeChat',
  ),
  language: anyOf(languageTag).describe('The visitor’s first choice; zh also fits zh-TW'),
  country: anyOf(countryCode).describe(
    'ISO 3166-1 alpha-2; never fits if the site cannot tell countries',
  ),
  query: parameters.optional().describe('Parameters that the visit must have; `*` = any value'),
  is_qr: integer(0, 1)
    .optional()
    .describe('1: visits with the QR code of the link; 0: all other visits'),
  from: startTime.optional().describe('At this instant or later'),
  until: endTime.optional().describe('Before this instant'),
  hours: hours.optional(),
});
export type Condition = z.output<typeof condition>;

const share = z.strictObject({
  target: webUrl,
  weight: integer(1, WEIGHT_MAX).describe('The part of the visits, out of the sum of all weights'),
});
export type Share = z.output<typeof share>;

const when = condition.describe(
  'Every field given must fit. A list fits if one of its values does; {} fits every visit',
);
const split = z
  .array(share)
  .min(1)
  .max(SHARES_MAX)
  .describe('Shares the visits out. The same visitor gets the same target for a day (UTC)');

export const rule = z.union(
  [z.strictObject({ when, target: webUrl }), z.strictObject({ when, split })],
  'A rule has when, and target or split',
);
export type Rule = z.output<typeof rule>;

export const social = z.strictObject({
  title: plainText(SOCIAL_TITLE_MAX).default(''),
  description: plainText(SOCIAL_DESCRIPTION_MAX).default(''),
  image: z
    .union([z.literal(''), webUrl])
    .default('')
    .describe('The URL of an image, which Brisk does not fetch'),
});
export type Social = z.output<typeof social>;

const emptied = <Schema extends z.ZodType>(name: RoutingField, schema: Schema) =>
  z
    .preprocess((value) => (value === '' || value === null ? routingDefaults[name] : value), schema)
    .optional();

/** `""` and `null` empty a field. */
export const routingFields = {
  starts_at: emptied('starts_at', startTime).describe(
    'Until this instant, visitors get a page that says so; 0 = the link works at once',
  ),
  max_clicks: emptied('max_clicks', integer(0, MAX_CLICKS_MAX)).describe(
    'The link expires after this many clicks; 0 = no limit',
  ),
  fallback_url: z
    .union([z.literal(''), webUrl])
    .optional()
    .describe(
      'Where visits lead, without a click, while the link is expired, used up, off or not started; empty = a page',
    ),
  password: z
    .string()
    .max(LINK_PASSWORD_MAX)
    .optional()
    .describe('Visitors must enter it. No call returns it; empty = no password'),
  redirect_status: emptied(
    'redirect_status',
    integer(301, 308).pipe(z.literal([...redirectStatuses])),
  ).describe('The status of the redirect; a link with a password always answers 303'),
  forward_query: emptied('forward_query', integer(0, 1)).describe(
    '1: adds the parameters of the visit to the target, except names that the target has',
  ),
  forward_path: emptied('forward_path', integer(0, 1)).describe(
    '1: /code/rest leads to the target with /rest added; 0: it is not found',
  ),
  rules: emptied('rules', objectOrText(z.array(rule).max(RULES_MAX))).describe(
    'Where some visits lead instead. The first rule that fits decides; if none fits, the long URL',
  ),
  in_app: emptied('in_app', z.enum(inAppChoices)).describe(
    'ask: in the apps WeChat, QQ, Instagram, Facebook, TikTok and LINE, a page says how to open the link in a browser',
  ),
  social: emptied('social', objectOrText(social)).describe(
    'The card that chat programs show for the link; people are redirected. All empty = that of the target',
  ),
} as const satisfies Record<RoutingField, z.ZodType>;
/** The checked fields of a request. */
export type RoutingFields = { [Name in RoutingField]?: z.output<(typeof routingFields)[Name]> };

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
export type RoutingReply = {
  readonly [Name in keyof typeof routingReply]: Readonly<z.output<(typeof routingReply)[Name]>>;
};
