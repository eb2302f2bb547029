/** The id of the whole site; no link has it. */
export const SITE_ID = 0;
