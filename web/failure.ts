import { ApiError } from './api.ts';
import { language, locale, t, type TextKey } from './language.ts';
import { readToken } from './session.ts';

/** Joins the sentence with the reason. A refusal of the server needs no sentence before it. */
export function explainFailure(error: unknown, sentence: TextKey): string {
  const reason = findReason(error);
  if (reason === null) return t(sentence);
  return isRefusal(error) ? reason : `${closeSentence(t(sentence))}${reason}`;
}

/** The reason of a failure; `otherwise` when it is unknown. */
export function explainReason(error: unknown, otherwise: TextKey): string {
  return findReason(error) ?? t(otherwise);
}

/**
 * Whether a search found nothing. A whole short link may be one of another site, or of another
 * domain than the filter.
 */
export function isNothingFound(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { key, issues } = error;
  return (
    key === 'no.query' || key === 'link.not.found' || issues.some(({ field }) => field === 'domain')
  );
}

/** Until when the deleted link with the refused code can be restored. */
export function findRestorableUntil(error: unknown): number | undefined {
  return error instanceof ApiError && readToken() !== null
    ? error.issues[0]?.restorable_until
    : undefined;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 400 || error.code === 401);
}

function findReason(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.key === 'too.many.attempts' && error.retryAfter !== undefined) {
    return explainWait(error.retryAfter);
  }
  const until = findRestorableUntil(error);
  if (until !== undefined) return t('short.url.in.bin', { date: formatDate(until) });
  const isGeneric = error.key === 'internal.error' || error.key === 'bad.request';
  return isGeneric ? null : t(error.key);
}

function closeSentence(text: string): string {
  const isClosed = /[.!?。！？]$/.test(text);
  return language === 'zh' ? text + (isClosed ? '' : '。') : `${text}${isClosed ? '' : '.'} `;
}

function explainWait(seconds: number): string {
  return seconds < 90
    ? t('wait.seconds', { count: Math.max(1, seconds) })
    : t('wait.minutes', { count: Math.ceil(seconds / 60) });
}

function formatDate(instant: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(instant * 1000);
}
