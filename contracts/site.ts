import { z } from 'zod';
import { defineRoute, LARGE_BODY_MAX } from './route.ts';

/** What the site says of itself, as the option `site_info` stores it. */
export const siteInfo = z.object({
  title: z.string().trim().min(3).max(32),
  keywords: z.string().trim().max(512).default(''),
  description: z.string().trim().max(1024).default(''),
  header: z.string().max(32_768).default(''),
  footer: z.string().max(32_768).default(''),
  author: z.string().trim().max(64).default(''),
});
export type SiteInfo = z.output<typeof siteInfo>;

/** The longest address of a webhook, in characters. */
export const WEBHOOK_MAX = 2048;

/**
 * The settings that Brisk knows, by their option key, with what they are until they are set.
 * Other keys may be stored too, for clients of the API.
 */
export const settings = {
  site_info: siteInfo,
  /** Texts that, found anywhere in a user agent, keep its visits from being redirected. */
  blocked_user_agents: z.array(z.string().trim().min(1).max(256)).max(1000).default([]),
  /** Whether visitors may create links without a login, and how many an hour from one address. */
  anonymous_creation: z
    .object({ allowed: z.boolean(), per_hour: z.int().min(1).max(10_000) })
    .default({ allowed: false, per_hour: 20 }),
  /** Whether a failed login tells which of user name and password was wrong. */
  login_tells_fault: z.boolean().default(true),
  /** Where avatars come from, with the MD5 of the e-mail address behind it; empty = nowhere. */
  avatar_service: z
    .union([
      z.literal(''),
      // The host goes into the content security policy: no other characters may come along.
      z.url({ protocol: /^https$/, hostname: /^[a-z0-9.-]+$/ }).endsWith('/'),
    ])
    .default('https://www.gravatar.com/avatar/'),
  /**
   * What is kept of visits beside their number, whether links with unusual numbers are told of, and
   * the address that hears of them, too; empty = none.
   */
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

/** The longest value of an option, in bytes of JSON. */
const OPTION_VALUE_MAX = 65_536;

const optionKey = z.string().regex(/^[a-zA-Z0-9_-]{2,64}$/);

export const getInitState = defineRoute({
  methods: ['GET'],
  path: '/api/get/siteinfo',
  access: 'anyone',
  summary: 'Check whether the site is set up',
  request: z.object({}),
  reply: z.object({ is_init: z.enum(['yes', 'no']) }),
});

export const getSiteInfo = defineRoute({
  methods: ['GET'],
  path: '/api/option/get_site_info',
  access: 'anyone',
  summary: 'Get the site’s title, keywords, description, header and footer',
  request: z.object({}),
  reply: siteInfo,
});

export const getOption = defineRoute({
  methods: ['GET'],
  path: '/api/option/get',
  access: 'login',
  summary: 'Read a setting',
  request: z.object({ key: optionKey }),
  reply: z.json(),
});

export const setOption = defineRoute({
  methods: ['POST'],
  path: '/api/option/set',
  access: 'login',
  summary: 'Save a setting; takes effect at once',
  request: z.object({
    key: optionKey,
    value: z
      .string()
      .refine((text) => new TextEncoder().encode(text).length <= OPTION_VALUE_MAX, 'too.large')
      .describe('JSON of at most 64 KB'),
  }),
  bodyMax: LARGE_BODY_MAX,
  reply: z.null(),
});
