/** Changes per link; older ones are deleted. */
export const CHANGES_MAX = 200;

export const ways = ['login', 'api-token'] as const;
export type Way = (typeof ways)[number];
