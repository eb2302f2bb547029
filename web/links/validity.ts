import { ttlDaysMax } from './links.api.ts';

export const validityChoices = ['0', '1', '7', '30', 'own'] as const;

/** How long a link is to live: a choice, or else days or an instant of one's own, as typed. */
export interface Validity {
  readonly choice: (typeof validityChoices)[number];
  readonly days: string;
  /** Local time, as `datetime-local` fields have it. */
  readonly until: string;
  /** Whether the instant is typed in part, which a field tells apart from none in this way only. */
  readonly isUnfinished: boolean;
}

/** The validity of a choice that nothing was typed for. */
export function toValidity(choice: Validity['choice']): Validity {
  return { choice, days: '', until: '', isUnfinished: false };
}

type Expiry = { readonly ttl_days: number } | { readonly expires_at: number };

/** The validity that stands for the expiry of a link, in Unix seconds; 0 = never. */
export function validityOf(expiresAt: number): Validity {
  if (expiresAt === 0) return toValidity('0');
  return { ...toValidity('own'), until: toLocalMinute(expiresAt) };
}

/** Whether nobody touched it: a form copies its values. */
export function isSameValidity(one: Validity, other: Validity): boolean {
  return (
    one.choice === other.choice &&
    one.days === other.days &&
    one.until === other.until &&
    one.isUnfinished === other.isUnfinished
  );
}

function toLocalMinute(instant: number): string {
  const date = new Date(instant * 1000);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/**
 * What the server is asked for: 0 days, or none, mean never. Null where what was typed is no such
 * number, an instant in part or one that is over.
 */
export function toExpiry({ choice, days, until, isUnfinished }: Validity): Expiry | null {
  if (choice !== 'own') return { ttl_days: Number(choice) };
  if (isUnfinished) return null;
  if (until !== '') {
    const instant = Math.floor(Date.parse(until) / 1000);
    return instant * 1000 > Date.now() ? { expires_at: instant } : null;
  }
  // An input method may write digits in full width.
  const typed = days.normalize('NFKC').trim();
  const isCount = /^\d*$/.test(typed) && Number(typed) <= ttlDaysMax;
  return isCount ? { ttl_days: Number(typed) } : null;
}

/** When a link would expire that was saved now, in Unix seconds; 0 = never. */
export function instantOf(expiry: Expiry): number {
  if ('expires_at' in expiry) return expiry.expires_at;
  return expiry.ttl_days === 0 ? 0 : Math.floor(Date.now() / 1000) + expiry.ttl_days * 86_400;
}
