import { ApiError } from './api.ts';
import { t, type TextKey } from './language.ts';

/** Says what went wrong; `fallback` names the deed when the server gave no better reason. */
export function explainFailure(error: unknown, fallback: TextKey): string {
  if (!(error instanceof ApiError)) return t(fallback);
  if (error.key === 'too.many.attempts' && error.retryAfter !== undefined) {
    return explainWait(error.retryAfter);
  }
  const isVague = error.key === 'internal.error' || error.key === 'bad.request';
  return t(isVague ? fallback : error.key);
}

function explainWait(seconds: number): string {
  return seconds < 90
    ? t('wait.seconds', { count: Math.max(1, seconds) })
    : t('wait.minutes', { count: Math.ceil(seconds / 60) });
}
