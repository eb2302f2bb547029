import { ApiError, type FailureKey } from '../../api.ts';
import { findCodeFault, toCustomCode } from '../../../contracts/links/custom-code.ts';
import type { MessageKey } from '../../../contracts/envelope.ts';

/** Errors by the path of their field: `title`, `rules.<id>.target.0`, `social.image`. */
export type Faults = Readonly<Partial<Record<string, string>>>;

/** The field that a path belongs to. */
export function rootOf(path: string): string {
  return path.split('.', 1)[0]!;
}

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
  return error instanceof ApiError ? (fieldOfKey[error.key] ?? null) : null;
}

/** The error in a typed code; null: none. For an empty code, the server generates one. */
export function findTypedCodeFault(typed: string): MessageKey | null {
  const code = toCustomCode(typed);
  return code === '' ? null : findCodeFault(code);
}
