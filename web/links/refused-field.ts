import { ApiError, type FailureKey } from '../api.ts';

type RefusedField = 'long_url' | 'short_url' | 'domain';

const fieldOfKey: Partial<Record<FailureKey, RefusedField>> = {
  'error.link': 'long_url',
  'url.not.empty': 'long_url',
  'invalid.short.url': 'short_url',
  'reserved.short.url': 'short_url',
  'short.url.exists': 'short_url',
  'domain.not.found': 'domain',
};

/** The field of a new link that the server refused; null: none of these. */
export function findRefusedField(error: unknown): RefusedField | null {
  if (!(error instanceof ApiError)) return null;
  return fieldOfKey[error.key] ?? null;
}
