import { toDomain } from '../../contracts/domain-name.ts';
import type { Call } from '../http/endpoint.ts';

export interface DomainOptions {
  /** The further domain of a host name; undefined = the main one, or another site. */
  readonly domainOf: (hostname: string) => string | undefined;
  /** The host name of the main domain, if it is known. */
  readonly mainHostname: string | undefined;
}

/**
 * The further domain that a call is about; '' = the main one, null = the site has no such domain.
 * Without a field that names it, the host of the call decides.
 */
export function askedDomain(
  { domainOf, mainHostname }: DomainOptions,
  named: string | undefined,
  { hostname }: Pick<Call, 'hostname'>,
): string | null {
  const called = domainOf(hostname) ?? '';
  if (named === undefined) return called;
  const host = toDomain(named.replace(/:\d{1,5}$/, ''));
  const isMain = host === mainHostname || (host === hostname && called === '');
  return domainOf(host) ?? (isMain ? '' : null);
}
