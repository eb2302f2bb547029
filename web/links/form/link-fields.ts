import {
  byName,
  flagNames,
  textFields,
  textNames,
  type FlagField,
  type TextField,
} from '../../../contracts/links/link-fields.constants.ts';
import { TTL_DAYS_MAX } from '../../../contracts/links/links.constants.ts';
import type { updateLink } from '../../../contracts/links/links.ts';
import type { RequestOf } from '../../../contracts/route.ts';
import { foldTag } from '../../../contracts/links/tag-names.ts';
import { t, type TextKey } from '../../language.ts';
import { explainTags } from '../../tags/explain-tags.ts';
import { completeUrl, findUrlFault } from '../../urls/typed-url.ts';
import type { Link } from '../links.api.ts';
import { findTypedCodeFault, type Faults } from './faults.ts';
import { createValidity, toExpiry, toValidity, type Validity } from './validity.ts';

export type LinkEdit = Omit<RequestOf<typeof updateLink>, 'id'>;

/** What the rules know besides the values. */
export interface FormSubject {
  /** Null: the link is new. */
  readonly link: Link | null;
  /** The link that a new one copies. */
  readonly original?: Link | undefined;
}

/** A field of a form: how it reads a link, what an edit sends, and its rule. */
export interface Field<Values, Value> {
  /** The value without a link. */
  readonly empty: Value;
  /**
   * Default: the value under the same name. `earlier`: what the form sent for a saved link, which
   * may hold more than the link.
   */
  readonly read?: (link: Link, earlier: Value | undefined) => Value;
  /** What decides whether the field has changed. Default: the value. */
  readonly toComparable?: (values: Values, before: Values) => unknown;
  /** Default: the value under the same name. */
  readonly toEdit?: (values: Values, before: Values) => object;
  /** A text is an error of the field itself; null: no error. */
  readonly explain?: (values: Values, subject: FormSubject) => Faults | string | null;
  /** Translates the path of a refusal to that of the form. */
  readonly toPath?: (path: string, values: Values) => string;
}

/** The fields of a form in their order. */
export type Fields<Values> = { readonly [Name in keyof Values]: Field<Values, Values[Name]> };

/** The values of the dialog. The history uses the same names. */
export interface LinkValues
  extends Readonly<Record<TextField, string>>, Readonly<Record<FlagField, boolean>> {
  readonly long_url: string;
  readonly tags: readonly string[];
  /** Its changes are changes of `short_url`. `''` = the main domain. */
  readonly domain: string;
  readonly short_url: string;
  readonly expires_at: Validity;
}

export const linkFields: Fields<LinkValues> = {
  long_url: {
    empty: '',
    toEdit: ({ long_url: url }, before) => ({ long_url: completeLongUrl(url, before.long_url) }),
    explain: ({ long_url: url }) => explainUrl(url, 'add.long.empty'),
  },
  ...byName(textNames, createText),
  tags: {
    empty: [],
    toComparable: ({ tags }) => joinTags(tags),
    explain: ({ tags }) => explainTags(tags),
  },
  domain: { empty: '', toComparable: () => '' },
  short_url: {
    empty: '',
    toComparable: toSentCode,
    toEdit: toSentCode,
    explain: explainCode,
  },
  expires_at: {
    empty: createValidity('0'),
    read: ({ expires_at: end }) => toValidity(end),
    toEdit: (values) => toExpiry(values.expires_at) ?? {},
    explain: ({ expires_at: validity }) =>
      toExpiry(validity) === null ? t('add.validity.invalid', { max: TTL_DAYS_MAX }) : null,
  },
  ...byName(flagNames, (name) => createFlag(name)),
};

function createText(name: TextField): Field<Record<TextField, string>, string> {
  return {
    empty: '',
    explain: (values) => explainLength(values[name], textFields[name].maxLength),
  };
}

/** The error of a typed URL. `empty`: the one of an empty URL; null: none. */
export function explainUrl(url: string, empty: TextKey | null): string | null {
  const fault = findUrlFault(completeUrl(url));
  const key = fault === 'url.empty' ? empty : fault;
  return key === null ? null : t(key);
}

/** The server also counts after trimming. */
export function explainLength(text: string, max: number): string | null {
  return text.trim().length > max ? t('add.text.long', { max }) : null;
}

export function createFlag<Name extends FlagField | 'forward_query' | 'forward_path'>(
  name: Name,
): Field<Readonly<Record<Name, boolean>>, boolean> {
  return {
    empty: false,
    read: (link) => link[name] === 1,
    toEdit: (values) => ({ [name]: Number(values[name]) }),
  };
}

/** A URL that was there stays: `completeUrl` would cut one that ends like a sentence. */
export function completeLongUrl(url: string, before: string): string {
  return url === before && findUrlFault(url) === null ? url : completeUrl(url);
}

/** An imported code may end with white space, which trimming would remove. */
function toSentCode({ domain, short_url: typed }: LinkValues, { short_url: before }: LinkValues) {
  return { domain, short_url: [typed, typed.trim()].includes(before) ? before : typed.trim() };
}

function explainCode(values: LinkValues, { link, original }: FormSubject): string | null {
  const code = values.short_url.trim();
  // An imported code may be one that the rules for new codes refuse.
  if (code === link?.short_url) return null;
  if (code === '' && link !== null) return t('edit.code.empty');
  // The server would answer with the existing link and drop the other input.
  const urls = [values.long_url, completeUrl(values.long_url)];
  const isCopy = original?.domain === values.domain && urls.includes(original.long_url);
  if (code === '' && isCopy) return t('add.copy.same');
  const fault = findTypedCodeFault(code);
  return fault === null ? null : t(fault);
}

/** Joins tags into a key. Tags that the server treats as equal get equal keys. */
export function joinTags(tags: readonly string[]): string {
  return tags.map(foldTag).toSorted().join();
}
