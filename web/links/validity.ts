import { ttlDaysMax } from './links.api.ts';

export const validityChoices = ['0', '1', '7', '30', 'own'] as const;

/** How long a link is to live: a choice, or else days or an instant of one's own, as typed. */
export interface Validity {
  readonly choice: (typeof validityChoices)[number];
  readonly days: string;
  /** Local time, as `datetime-local` fields have it. */
  readonly until: string;
}

type Expiry = { readonly ttl_days: number } | { readonly expires_at: number };

/** The validity that stands for the expiry of a link, in Unix seconds; 0 = never. */
export function validityOf(expiresAt: number): Validity {
  if (expiresAt === 0) return { choice: '0', days: '', until: '' };
  return { choice: 'own', days: '', until: toLocalMinute(expiresAt) };
}

/** Whether nobody touched it: a form copies its values. */
export function isSameValidity(one: Validity, other: Validity): boolean {
  return one.choice === other.choice && one.days === other.days && one.until === other.until;
}

function toLocalMinute(instant: number): string {
  const date = new Date(instant * 1000);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What the server is asked for; null where what was typed is no such number or is over. */
export function toExpiry({ choice, days, until }: Validity): Expiry | null {
  if (choice !== 'own') return { ttl_days: Number(choice) };
  if (until !== '') {
    const instant = Math.floor(Date.parse(until) / 1000);
    return instant * 1000 > Date.now() ? { expires_at: instant } : null;
  }
  const count = Number(days.trim());
  const isCount = /^\d+$/.test(days.trim()) && count >= 1 && count <= ttlDaysMax;
  return isCount ? { ttl_days: count } : null;
}

/** When a link would expire that was saved now, in Unix seconds; 0 = never. */
export function instantOf(expiry: Expiry): number {
  if ('expires_at' in expiry) return expiry.expires_at;
  return expiry.ttl_days === 0 ? 0 : Math.floor(Date.now() / 1000) + expiry.ttl_days * 86_400;
}
