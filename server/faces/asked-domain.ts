import { toDomain } from '../../contracts/domain-name.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';

export interface DomainOptions {
  /** The further domain of a host name; undefined = the main one, or another site. */
  readonly domainOf: (hostname: string) => string | undefined;
  /** The host name of the main domain, if it is known. */
  readonly mainHostname: string | undefined;
}

/**
 * The further domain that a call is about; undefined = the main one. Without a field that names it,
 * the host of the call decides. Throws `domains.unknown`.
 */
export function askedDomain(
  { domainOf, mainHostname }: DomainOptions,
  named: string | undefined,
  { hostname }: Pick<Call, 'hostname'>,
): string | undefined {
  if (named === undefined) return domainOf(hostname);
  const host = toDomain(named.replace(/:\d{1,5}$/, ''));
  const domain = domainOf(host);
  const isMain = host === mainHostname || (host === hostname && domainOf(hostname) === undefined);
  if (domain === undefined && !isMain) throw new Problem('domains.unknown');
  return domain;
}
