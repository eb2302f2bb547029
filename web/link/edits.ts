import type { Way } from '../../contracts/links/history.constants.ts';
import { historyFields, type HistoryField } from '../../contracts/links/link-fields.constants.ts';
import type { Link } from '../../contracts/links/links.ts';
import { findDeletedId } from '../owners/account-name.ts';
import { locale, t } from '../language.ts';
import { joinTags } from '../links/form/link-fields.ts';
import { capitalize } from '../links/routing/formats.ts';
import type { Change } from './link.api.ts';
import { once } from '../ui/text/remember.ts';

/** The changes of a link in one save. The page reverts them together. */
export interface Edit {
  /** Unix seconds. Unique among the edits of a link. */
  readonly at: number;
  readonly who: Way;
  /** The user name of the account; null: unknown. Undefined: the site has one account. */
  readonly by?: string | null | undefined;
  /** The name of the API token. */
  readonly token?: string | null | undefined;
  readonly changes: readonly Change[];
}

/** Groups changes into edits, in the order of the changes. */
export function toEdits(changes: readonly Change[]): Edit[] {
  const edits = Map.groupBy(changes, ({ at }) => at);
  return [...edits].map(([at, changes]) => {
    const { who, by, token } = changes[0]!;
    return { at, who, by, token, changes: changes.toSorted((a, b) => placeOf(a) - placeOf(b)) };
  });
}

function placeOf({ field }: Change): number {
  return historyFields.indexOf(field);
}

const inSentence = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** The name of a field with a capital letter. */
export function formatFieldName(field: HistoryField): string {
  return capitalize(t(`link.field.${field}`));
}

/** The names of fields at the beginning of a sentence: "Title, note and expiry". */
export function formatFieldNames(fields: readonly HistoryField[]): string {
  return capitalize(inSentence().format(fields.map((field) => t(`link.field.${field}`))));
}

/** True when a link has all its values from before an edit. */
export function isReverted(link: Link, { changes }: Edit): boolean {
  return changes.every((change) => {
    const { field, from } = change;
    // No link goes back to an account that is gone.
    if (isFromDeleted(change)) return true;
    // A site with one account says of no link whose it is.
    if (field === 'owner' && link.owner === undefined) return from !== '';
    // Which password a link had before is unknown.
    if (field === 'password') return from === 0 && !link.has_password;
    return toText(readField(link, field)) === toText(from);
  });
}

/** Whether a change took the link from an account that is deleted. */
export function isFromDeleted({ field, from }: Pick<Change, 'field' | 'from'>): boolean {
  return field === 'owner' && typeof from === 'string' && findDeletedId(from) !== undefined;
}

function readField(link: Link, field: Exclude<HistoryField, 'password'>): Change['from'] {
  // `is_active` of an expired link is always 0, whatever its switch.
  if (field === 'is_active') return Number(link.state !== 'off');
  return field === 'owner' ? (link.owner?.username ?? '') : link[field];
}

function toText(value: Change['from']): string {
  if (typeof value !== 'object') return String(value);
  return isTags(value) ? joinTags(value) : JSON.stringify(value);
}

function isTags(value: Change['from']): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
