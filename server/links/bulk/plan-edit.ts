import type { BulkFailure } from '../../../contracts/links/bulk.constants.ts';
import type { BulkChange } from '../../../contracts/links/bulk.ts';
import { parseLongUrl } from '../../../contracts/links/long-url.ts';
import { foldTag, TAGS_MAX } from '../../../contracts/links/tag-names.ts';
import type { LinkRow } from '../../engine/engine.ts';
import type { LinkEdit } from '../links.store.ts';
import { expiryOf } from '../link-rules.ts';
import { findDisorder } from '../link-times.ts';
import { hashLongUrl } from '../long-url-hash.ts';
import { findLoop } from '../routing/requested-routing.ts';
import { splitRouting } from '../routing/routing-changes.ts';

export interface TaggedLink {
  readonly link: LinkRow;
  readonly tags: readonly string[];
}

/** An edit: the fields that change, and the complete new tags. */
export interface PlannedEdit extends TaggedLink {
  readonly fields: Partial<LinkEdit>;
  /** Null: tags stay. */
  readonly newTags: readonly string[] | null;
}

export interface EditRules {
  /** Names by which the site is known. */
  readonly ownHostnames: readonly string[];
  /** Spellings of existing tags, by folded name. */
  readonly spellings: ReadonlyMap<string, string>;
  /** Unix seconds. */
  readonly now: number;
}

type Values = { readonly [Name in keyof LinkEdit]?: LinkEdit[Name] | undefined };

/** Plans a bulk edit of one link. Null: it changes nothing. */
export function planEdit(
  { link, tags }: TaggedLink,
  change: BulkChange,
  rules: EditRules,
): PlannedEdit | BulkFailure | null {
  const { add_tags: added = [], remove_tags: removed = [], replace_in_url: replacement } = change;
  const fields: { -readonly [Name in keyof LinkEdit]?: LinkEdit[Name] } = {};
  if (replacement !== undefined) {
    const replaced = replaceInUrl(link.long_url, replacement.find, replacement.put);
    const longUrl = replaced === link.long_url ? replaced : parseLongUrl(replaced);
    if (longUrl === null) return 'bad_url';
    if (longUrl !== link.long_url) {
      fields.long_url = longUrl;
      fields.long_url_hash = hashLongUrl(longUrl);
    }
  }
  const targets = { long_url: fields.long_url, fallback_url: change.set?.fallback_url };
  if (findLoop(targets, rules.ownHostnames) !== null) return 'own_site';
  Object.assign(fields, selectChangedFields(link, valuesOf(link, change, rules.now)));
  if (findDisorder(link, { ...link, ...fields }) !== null) return 'time_order';
  const newTags = changeTags(tags, added, removed, rules.spellings);
  if (newTags !== null && newTags.length > TAGS_MAX && newTags.length > tags.length) {
    return 'too_many_tags';
  }
  if (Object.keys(fields).length === 0 && newTags === null) return null;
  return { link, tags, fields, newTags };
}

export function selectChangedFields(link: LinkRow, values: Values): Partial<LinkEdit> {
  const names = Object.keys(values) as (keyof LinkEdit)[];
  const other = names.filter((name) => values[name] !== undefined && values[name] !== link[name]);
  return Object.fromEntries(other.map((name) => [name, values[name]]));
}

/** Removes tags, then adds others, sorted by name. Null: no difference. */
export function changeTags(
  tags: readonly string[],
  added: readonly string[],
  removed: readonly string[],
  spellings: ReadonlyMap<string, string>,
): string[] | null {
  if (added.length === 0 && removed.length === 0) return null;
  const names = new Map(tags.map((name) => [foldTag(name), name]));
  const before = new Set(names.keys());
  for (const name of removed) names.delete(foldTag(name));
  for (const name of added) {
    const folded = foldTag(name);
    names.set(folded, spellings.get(folded) ?? name);
  }
  if (names.size === before.size && [...names.keys()].every((folded) => before.has(folded))) {
    return null;
  }
  return [...names]
    .toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map(([, name]) => name);
}

function valuesOf(link: LinkRow, { set = {} }: BulkChange, now: number): Values {
  const { ttl_days: days, ...fields } = set;
  const { columns, routing } = splitRouting(link.routing, fields);
  const expiry = days === undefined ? {} : { expires_at: expiryOf({ ttl_days: days }, now) };
  return { ...columns, routing, ...expiry };
}

/** Stored URLs are ASCII, so other characters are also found percent-encoded or as punycode. */
function replaceInUrl(longUrl: string, find: string, put: string): string {
  const form = formsOf(find).find((form) => longUrl.includes(form));
  return form === undefined ? longUrl : longUrl.replaceAll(form, () => put);
}

/** The forms of a text in a stored URL, likeliest first. */
function formsOf(text: string): readonly string[] {
  if (!/\P{ASCII}/u.test(text)) return [text];
  const encoded = text
    .toWellFormed()
    .replaceAll(/\P{ASCII}+/gu, (part) => encodeURIComponent(part));
  const url = urlForm(text);
  return url === null ? [encoded] : [encoded, url];
}

/** The ASCII form of a text that begins with a host; else null. */
function urlForm(text: string): string | null {
  const scheme = /^https?:\/\//i.exec(text)?.[0] ?? '';
  const url = URL.parse(scheme === '' ? `https://${text}` : text);
  if (url === null) return null;
  const form = scheme === '' ? url.href.slice('https://'.length) : url.href;
  // The parser adds a `/` to a URL without a path.
  return form.endsWith('/') && !text.endsWith('/') ? form.slice(0, -1) : form;
}
