export interface TextRules {
  readonly maxLength: number;
  readonly hasLines?: true;
  readonly about?: string;
}

/** Texts: a column each, empty by default; exported, imported, and all but the title in bulk edits. */
export const textFields = {
  title: { maxLength: 256 },
  description: { maxLength: 512 },
  note: { maxLength: 2000, hasLines: true, about: 'Private: visitors never see it' },
} as const satisfies Readonly<Record<string, TextRules>>;
export type TextField = keyof typeof textFields;
export const textNames = Object.keys(textFields) as readonly TextField[];

/** Numbers 1 and 0: a column each, 0 by default; in bulk edits, exports and imports of exports. */
export const flagFields = {
  is_count_only: { about: '1: only the number of clicks is kept' },
  shows_numbers: { about: '1: the public preview shows how many people clicked' },
} as const;
export type FlagField = keyof typeof flagFields;
export const flagNames = Object.keys(flagFields) as readonly FlagField[];

/** Where visits lead, all in one column. It is empty for a link with these values. */
export const routingDefaults = {
  starts_at: 0,
  max_clicks: 0,
  fallback_url: '',
  password: '',
  redirect_status: 302,
  forward_query: 0,
  forward_path: 0,
  rules: [],
  in_app: 'follow',
  social: { title: '', description: '', image: '' },
} as const;
export type RoutingField = keyof typeof routingDefaults;
export const routingFieldNames = Object.keys(routingDefaults) as readonly RoutingField[];

/** All that an edit changes, in the order of the form. */
export const historyFields = [
  'short_url',
  'long_url',
  ...textNames,
  'tags',
  'expires_at',
  'is_active',
  ...flagNames,
  ...routingFieldNames,
  'owner',
] as const;
export type HistoryField = (typeof historyFields)[number];

export function byName<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
