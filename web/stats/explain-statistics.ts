import { ApiError } from '../api.ts';
import { explainReason } from '../failure.ts';
import { language } from '../language.ts';

/** Why statistics cannot be shown, and how that is mended where the server says so. */
export function explainStatistics(error: unknown): string {
  const text = explainReason(error, 'internal.error');
  const [issue] = error instanceof ApiError && isUnavailable(error) ? error.issues : [];
  if (issue === undefined) return text;
  return language === 'zh' ? text + issue.reason : `${text} ${issue.reason}`;
}

/** Whether the server has no statistics at all at present. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.key === 'statistics.unavailable';
}
