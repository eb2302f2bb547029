import { explainTags } from '../../tags/explain-tags.ts';
import type { BulkChange } from './bulk.api.ts';

export const expiryChoices = ['keep', '0', '7', '30', 'own'] as const;
export const activeChoices = ['keep', '1', '0'] as const;

export interface BulkValues {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly expiry: (typeof expiryChoices)[number];
  /** Local time in the format of `datetime-local`. */
  readonly until: string;
  readonly active: (typeof activeChoices)[number];
  readonly find: string;
  readonly put: string;
  /** 0 = nobody; null: the owners stay. */
  readonly owner: number | null;
}

export const noChange: BulkValues = {
  addTags: [],
  removeTags: [],
  expiry: 'keep',
  until: '',
  active: 'keep',
  find: '',
  put: '',
  owner: null,
};

/** True when a custom date is missing or past. */
export function hasWrongDate({ expiry, until }: BulkValues): boolean {
  return expiry === 'own' && !(Date.parse(until) > Date.now());
}

/** The request for the server. Null: nothing to change, or an invalid field. */
export function toChange(values: BulkValues): BulkChange | null {
  const { addTags, removeTags, active, find, put, owner } = values;
  const areTagsWrong = [addTags, removeTags].some((names) => explainTags(names) !== null);
  if (areTagsWrong || hasWrongDate(values)) return null;
  const set = {
    ...toExpiry(values),
    ...(active !== 'keep' && { is_active: Number(active) }),
    ...(owner !== null && { owner }),
  };
  const change: BulkChange = {
    ...(Object.keys(set).length > 0 && { set }),
    ...(addTags.length > 0 && { add_tags: [...addTags] }),
    ...(removeTags.length > 0 && { remove_tags: [...removeTags] }),
    ...(find !== '' && { replace_in_url: { find, put } }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

function toExpiry({ expiry, until }: BulkValues) {
  if (expiry === 'keep') return {};
  if (expiry === 'own') return { expires_at: Math.floor(Date.parse(until) / 1000) };
  return { ttl_days: Number(expiry) };
}
