import { z } from 'zod';
import { PASSWORD_MIN } from './password.ts';
import { defineGet, definePost, LARGE_BODY_MAX, noFields } from './route.ts';
import { WEBHOOK_MAX } from './site.constants.ts';
import { namedTimeZone } from './stats/time-zone.ts';

export const siteInfo = z.object({
  title: z.string().trim().min(3).max(32),
  keywords: z.string().trim().max(512).default(''),
  description: z.string().trim().max(1024).default(''),
  header: z.string().max(32_768).default(''),
  footer: z.string().max(32_768).default(''),
  author: z.string().trim().max(64).default(''),
});
export type SiteInfo = z.output<typeof siteInfo>;

const compatSwitch = (byDefault: 0 | 1) => z.literal([0, 1]).default(byDefault);

/** By option key, with default values. Clients of the API may store other keys. */
export const settings = {
  site_info: siteInfo,
  /** Texts of user agents that are not redirected. */
  blocked_user_agents: z.array(z.string().trim().min(1).max(256)).max(1000).default([]),
  /** Whether a blocked app gets the page that says how to leave it, instead of a refusal. */
  blocked_apps_get_help: z.boolean().default(false),
  /** Links without a login; `per_hour` is for one address. */
  anonymous_creation: z
    .object({ allowed: z.boolean(), per_hour: z.int().min(1).max(10_000) })
    .default({ allowed: false, per_hour: 20 }),
  login_tells_fault: z.boolean().default(true),
  /** Characters of new passwords; 0: 6, and 8 once there are several accounts. */
  password_min: z.union([z.literal(0), z.int().min(PASSWORD_MIN).max(64)]).default(0),
  /** Days without a call after which a login ends; 0 = none. */
  login_idle_days: z.int().min(0).max(30).default(0),
  /** The longest life of a named API token, in days; 0 = as its maker likes. */
  token_days_max: z.int().min(0).max(3650).default(0),
  /** Whose logins need a second factor; `staff` = owners and admins. */
  second_factor: z.enum(['off', 'staff', 'all']).default('off'),
  /** How long the record of who did what is kept. */
  audit_days: z.int().min(30).max(3650).default(365),
  /** The URL before the MD5 of the e-mail address; empty = no avatars. */
  avatar_service: z
    .union([
      z.literal(''),
      // The content security policy gets the host, so other characters would be dangerous.
      z.url({ protocol: /^https$/, hostname: /^[a-z0-9.-]+$/ }).endsWith('/'),
    ])
    .default('https://www.gravatar.com/avatar/'),
  /** Of dates in requests. */
  time_zone: namedTimeZone.default('UTC'),
  /** The protocols of other shorteners in which clients may call; 1 = yes. */
  compat: z
    .strictObject({
      yourls: compatSwitch(1),
      shlink: compatSwitch(1),
      kutt: compatSwitch(1),
      bitly: compatSwitch(0),
      polr: compatSwitch(0),
      chhoto: compatSwitch(0),
      sink: compatSwitch(0),
    })
    .prefault({}),
  /** Whether calls for YOURLS may sign times with MD5 or SHA-1. */
  yourls_old_hashes: z.boolean().default(true),
  /** What is recorded of visits, and where alerts go; an empty webhook = none. */
  statistics: z
    .object({
      count_only: z.boolean(),
      heeds_do_not_track: z.boolean(),
      alerts: z.boolean(),
      webhook: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(WEBHOOK_MAX)]),
    })
    .default({ count_only: false, heeds_do_not_track: true, alerts: true, webhook: '' }),
};
export type SettingKey = keyof typeof settings;
export type Settings = { readonly [Key in SettingKey]: z.output<(typeof settings)[Key]> };

const OPTION_VALUE_MAX = 65_536; // bytes of JSON

const optionKey = z.string().regex(/^[a-zA-Z0-9_-]{2,64}$/);

export const getInitState = defineGet('/api/get/siteinfo', {
  access: 'anyone',
  summary: 'Check whether the site is set up',
  ...noFields,
  reply: z.object({ is_init: z.enum(['yes', 'no']) }),
});

export const getSiteInfo = defineGet('/api/option/get_site_info', {
  access: 'anyone',
  summary: 'Get the site’s title, keywords, description, header and footer',
  ...noFields,
  reply: siteInfo,
});

export const getOption = defineGet('/api/option/get', {
  needs: 'settings',
  scope: null,
  summary: 'Read a setting',
  request: z.object({ key: optionKey }),
  unknownFields: 'unnoticed',
  reply: z.json(),
});

export const setOption = definePost('/api/option/set', {
  needs: 'settings',
  scope: null,
  summary: 'Save a setting; takes effect at once',
  request: z.object({
    key: optionKey,
    value: z
      .string()
      .refine((text) => new TextEncoder().encode(text).length <= OPTION_VALUE_MAX, 'too.large')
      .describe('JSON of at most 64 KB'),
  }),
  bodyMax: LARGE_BODY_MAX,
  unknownFields: 'unnoticed',
});
