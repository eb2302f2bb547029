import { ApiError } from '../api.ts';
import { explainReason } from '../failure.ts';

/** Why statistics cannot be shown, and how that is mended where the server says so. */
export function explainStatistics(error: unknown): string {
  const text = explainReason(error, 'internal.error');
  const [issue] =
    error instanceof ApiError && error.key === 'statistics.unavailable' ? error.issues : [];
  return issue === undefined ? text : `${text} ${issue.reason}`;
}
