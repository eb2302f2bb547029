export const RULES_MAX = 32;
export const VALUES_MAX = 32; // of one condition
export const SHARES_MAX = 16;
export const WEIGHT_MAX = 1000;
export const MAX_CLICKS_MAX = 1_000_000_000;
export const LINK_PASSWORD_MAX = 128; // characters, like the next three
export const SOCIAL_TITLE_MAX = 256;
export const SOCIAL_DESCRIPTION_MAX = 512;
export const NAME_MAX = 64;

/** The first is the default. */
export const redirectStatuses = [302, 301, 307, 308] as const;
export type RedirectStatus = (typeof redirectStatuses)[number];
/** 303 answers the password of a link. */
export type AnswerStatus = RedirectStatus | 303;
/** The first is the default. */
export const inAppChoices = ['follow', 'ask'] as const;
export type InAppChoice = (typeof inAppChoices)[number];
export const ruleDevices = ['mobile', 'tablet', 'desktop'] as const;
