import {
  textFields,
  textNames,
  type TextRules,
} from '../../contracts/links/link-fields.constants.ts';
import { foldTag } from '../../contracts/links/tag-names.ts';
import { toLines, toSingleLine } from '../../contracts/text.ts';
import { formatInstant } from '../engine/now.ts';
import type { ImportedLink } from './import.store.ts';
import { listLimits } from './limits.ts';
import { shorten } from './refusal.ts';
import { isUnset, type Fields, type SourceRow } from './readers/source-row.ts';
import { listTagNames, readText } from './values/texts.ts';

/** A value of a row that its link has shorter, in another form or not at all. */
export interface Cut {
  readonly field: string;
  readonly former: string;
  readonly present: string;
}

export type NoteCut = (cut: Cut) => void;

/** Dates beyond are those of another calendar: 2567 is 2024 in Thailand. */
const FUTURE_SECONDS = 100 * 366 * 86_400;
const DAY_SECONDS = 86_400;
const SHOWN_MAX = 300; // characters

interface CutRules {
  readonly now: number;
  readonly hasUnreadDate: boolean;
  /** All columns. */
  readonly source: Fields;
}

/** Compares a row with its link. Limits are left out: a row with an unread limit fails. */
export function noteCuts(
  row: SourceRow,
  link: ImportedLink,
  { now, hasUnreadDate, source }: CutRules,
  note: NoteCut,
): void {
  for (const name of textNames) {
    const { hasLines, maxLength }: TextRules = textFields[name];
    const text = readText(row[name]);
    if (text.length <= maxLength) continue;
    const whole = (hasLines ? toLines : toSingleLine)(text);
    if (whole.length <= maxLength) continue;
    note({ field: name, former: show(whole), present: show(link[name]) });
  }
  const names = listTagNames(row.tags).filter((name) => name !== '');
  if (names.length !== link.tags.length || names.some((name, place) => name !== link.tags[place])) {
    const folded = new Set(names.map(foldTag));
    const kept = new Set(link.tags.map(foldTag));
    const isWhole = folded.size === kept.size && folded.isSubsetOf(kept);
    const present = link.tags.join(', ');
    if (!isWhole) note({ field: 'tags', former: show(names.join(', ')), present });
  }
  noteClicks(row, link, note);
  if (hasUnreadDate || link.created_at > now + DAY_SECONDS) {
    const present = toIso(link.created_at);
    note({ field: 'created_at', former: show(describe(row.createdAt)), present });
  }
  if (link.expires_at > now + FUTURE_SECONDS) {
    const expiries = listLimits(source, 'expiry').filter((value) => !isUnset(value));
    const former = show(expiries.map(describe).join(', '));
    note({ field: 'expires_at', former, present: toIso(link.expires_at) });
  }
}

function noteClicks({ clicks }: SourceRow, link: ImportedLink, note: NoteCut): void {
  if (isUnset(clicks) || String(link.clicks) === String(clicks).trim()) return;
  if (link.clicks === 0) note({ field: 'clicks', former: show(describe(clicks)), present: '0' });
}

function describe(value: unknown): string {
  return typeof value === 'string' ? toSingleLine(value) : (JSON.stringify(value) ?? '');
}

function show(text: string): string {
  return shorten(text, SHOWN_MAX);
}

/** A time that no calendar has stays a number. */
function toIso(seconds: number): string {
  return Number.isNaN(new Date(seconds * 1000).getTime())
    ? String(seconds)
    : formatInstant(seconds);
}
