import { ApiError } from '../api.ts';
import { explainReason } from '../failure.ts';
import { language } from '../language.ts';

/** Explains why statistics are missing, with the remedy where the server names one. */
export function explainStatistics(error: unknown): string {
  const text = explainReason(error, 'internal.error');
  const [issue] = error instanceof ApiError && isUnavailable(error) ? error.issues : [];
  if (issue === undefined) return text;
  return language === 'zh' ? text + issue.reason : `${text} ${issue.reason}`;
}

/** True when the server has no statistics at present. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.key === 'statistics.unavailable';
}
