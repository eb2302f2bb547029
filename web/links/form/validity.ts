import { TTL_DAYS_MAX } from '../../../contracts/links/links.constants.ts';
import { toInstant, toTyped } from './typed-instant.ts';

export const validityChoices = ['0', '1', '7', '30', 'own'] as const;

/** The validity of a link: a preset, or typed days, or a typed instant. */
export interface Validity {
  readonly choice: (typeof validityChoices)[number];
  readonly days: string;
  /** As typed in a date field. */
  readonly until: string;
}

/** A validity without typed values. */
export function createValidity(choice: Validity['choice']): Validity {
  return { choice, days: '', until: '' };
}

type Expiry = { readonly ttl_days: number } | { readonly expires_at: number };

/** The validity for an expiry in Unix seconds; 0 = never. */
export function toValidity(expiresAt: number): Validity {
  if (expiresAt === 0) return createValidity('0');
  return { ...createValidity('own'), until: toTyped(expiresAt).slice(0, 16) };
}

/**
 * The expiry for a request: 0 or empty days mean never. Null for an invalid number, a partly typed
 * instant or a past one.
 */
export function toExpiry({ choice, days, until }: Validity): Expiry | null {
  if (choice !== 'own') return { ttl_days: Number(choice) };
  if (until !== '') {
    const instant = toInstant(until);
    return instant !== null && instant * 1000 > Date.now() ? { expires_at: instant } : null;
  }
  // An input method may write full-width digits.
  const typed = days.normalize('NFKC').trim();
  const isCount = /^\d*$/.test(typed) && Number(typed) <= TTL_DAYS_MAX;
  return isCount ? { ttl_days: Number(typed) } : null;
}

/** When a link saved now would expire, in Unix seconds; 0 = never. */
export function findEnd(expiry: Expiry): number {
  if ('expires_at' in expiry) return expiry.expires_at;
  return expiry.ttl_days === 0 ? 0 : Math.floor(Date.now() / 1000) + expiry.ttl_days * 86_400;
}
