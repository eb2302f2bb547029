import type { TextKey } from '../language.ts';
import type { DomainCheck } from './domains.api.ts';

export interface DescribedCheck {
  readonly label: TextKey;
  /** What to do; null: nothing. */
  readonly advice: TextKey | null;
  readonly tone: 'good' | 'warning' | 'bad';
}

const failures = {
  'other-site': { label: 'domains.other', advice: 'domains.other.advice', tone: 'bad' },
  private: { label: 'domains.private', advice: 'domains.private.advice', tone: 'warning' },
  'no-address': { label: 'domains.nowhere', advice: 'domains.nowhere.advice', tone: 'bad' },
  failed: { label: 'domains.unreached', advice: 'domains.unreached.advice', tone: 'bad' },
} as const;

/** Says what a check found out. `isSecure`: the site itself uses https. */
export function describeCheck({ https, http }: DomainCheck, isSecure: boolean): DescribedCheck {
  if (https === 'reached' || (!isSecure && http === 'reached')) {
    return { label: 'domains.reached', advice: null, tone: 'good' };
  }
  // Proxies redirect HTTP to HTTPS for every name, also for one without a certificate.
  if (http === 'reached' || (isSecure && https === 'failed' && http === 'other-site')) {
    return { label: 'domains.insecure', advice: 'domains.insecure.advice', tone: 'warning' };
  }
  // A server that answers at all tells more than one that refuses the connection.
  return failures[https === 'failed' ? http : https];
}
