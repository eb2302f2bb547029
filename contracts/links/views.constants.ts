/** Views of the list of links, and presets of campaign tags. */
export const viewKinds = ['list', 'campaign'] as const;
export type ViewKind = (typeof viewKinds)[number];
export const VIEW_NAME_MAX = 64;
export const VIEW_BYTES_MAX = 8192;
/** Of a kind. */
export const VIEWS_MAX = 100;
