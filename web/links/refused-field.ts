import { ApiError, type FailureKey } from '../api.ts';

const fieldOfKey: Partial<Record<FailureKey, 'long_url' | 'short_url'>> = {
  'error.link': 'long_url',
  'url.not.empty': 'long_url',
  'invalid.short.url': 'short_url',
  'reserved.short.url': 'short_url',
  'short.url.exists': 'short_url',
};

/** The field of a new link that the server refused; null: neither of these. */
export function findRefusedField(error: unknown): 'long_url' | 'short_url' | null {
  if (!(error instanceof ApiError)) return null;
  return fieldOfKey[error.key] ?? null;
}
