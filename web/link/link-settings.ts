import type { HistoryField } from '../../contracts/history.constants.ts';
import type { Link } from '../../contracts/links.ts';
import type { RoutingField } from '../../contracts/routing.constants.ts';
import { foldTag } from '../../contracts/tag-names.ts';
import { isSameValidity, toExpiry, toValidity, type Validity } from '../links/validity.ts';
import { completeUrl } from '../typed-url.ts';
import type { LinkEdit } from './link.api.ts';
import {
  isRoutingField,
  isSameRouting,
  readRouting,
  toRoutingEdit,
  type RoutingSettings,
} from './routing/routing-settings.ts';

/** The settings of a link as values of a form. The history uses the same names. */
export interface LinkSettings
  extends Record<Exclude<HistoryField, RoutingField>, unknown>, RoutingSettings {
  readonly long_url: string;
  readonly title: string;
  readonly description: string;
  readonly note: string;
  readonly tags: readonly string[];
  /** Its changes are changes of `short_url`. `''` = the main domain. */
  readonly domain: string;
  readonly short_url: string;
  readonly expires_at: Validity;
  readonly is_active: boolean;
  readonly is_count_only: boolean;
  readonly shows_numbers: boolean;
}

// In the order of the form. A missing field does not compile.
const isSettingsField: Readonly<Record<HistoryField, true>> = {
  long_url: true,
  title: true,
  description: true,
  note: true,
  tags: true,
  short_url: true,
  expires_at: true,
  is_active: true,
  is_count_only: true,
  shows_numbers: true,
  rules: true,
  redirect_status: true,
  forward_query: true,
  forward_path: true,
  starts_at: true,
  max_clicks: true,
  fallback_url: true,
  password: true,
  social: true,
  in_app: true,
};

export const settingsFields = Object.keys(isSettingsField) as readonly HistoryField[];

export function readSettings(link: Link, ruleIds: readonly string[] = []): LinkSettings {
  const { long_url, title, description, note, tags, domain, short_url } = link;
  return {
    long_url,
    title,
    description,
    note,
    tags,
    domain,
    short_url,
    expires_at: toValidity(link.expires_at),
    // `is_active` of an expired link is always 0, whatever its switch.
    is_active: link.state !== 'off',
    is_count_only: link.is_count_only === 1,
    shows_numbers: link.shows_numbers === 1,
    ...readRouting(link, ruleIds),
  };
}

/** The fields that differ, in the order of the form. */
export function findChanged(before: LinkSettings, after: LinkSettings): HistoryField[] {
  return settingsFields.filter((field) => !isSame(field, before, after));
}

function isSame(field: HistoryField, before: LinkSettings, after: LinkSettings): boolean {
  switch (field) {
    case 'expires_at':
      return isSameValidity(before.expires_at, after.expires_at);
    case 'tags':
      return joinTags(before.tags) === joinTags(after.tags);
    case 'short_url':
      // An imported code may end with white space, which trimming would remove.
      return (
        before.domain === after.domain &&
        [after.short_url, after.short_url.trim()].includes(before.short_url)
      );
    default:
      if (isRoutingField(field)) return isSameRouting(field, before, after);
      return before[field] === after[field];
  }
}

/** Joins tags into a key. Tags that the server treats as equal get equal keys. */
export function joinTags(tags: readonly string[]): string {
  return tags.map(foldTag).toSorted().join();
}

/** The request for an edit. The server keeps the fields that it leaves out. */
export function toEdit(settings: LinkSettings, changed: readonly HistoryField[]): LinkEdit {
  const { expires_at: validity, long_url, domain, short_url, tags, ...others } = settings;
  const all: Record<HistoryField, object> = {
    long_url: { long_url: completeUrl(long_url) },
    short_url: { domain, short_url: short_url.trim() },
    title: { title: others.title },
    description: { description: others.description },
    note: { note: others.note },
    tags: { tags: [...tags] },
    expires_at: toExpiry(validity) ?? {},
    is_active: { is_active: Number(others.is_active) },
    is_count_only: { is_count_only: Number(others.is_count_only) },
    shows_numbers: { shows_numbers: Number(others.shows_numbers) },
    ...toRoutingEdit(settings),
  };
  return Object.assign({}, ...changed.map((field) => all[field])) as LinkEdit;
}
