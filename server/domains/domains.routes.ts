import { normalizeHost } from '../../contracts/domain-name.ts';
import {
  addDomain,
  askDomain,
  checkDomain,
  deleteDomain,
  listDomains,
  setDomain,
} from '../../contracts/domains.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { checkHost } from './domain-check.ts';
import type { Domains } from './domains.ts';

interface DomainRoutesOptions {
  readonly domains: Domains;
  readonly siteMark: string;
  readonly guard: AddressGuard;
}

export function domainRoutes({ domains, siteMark, guard }: DomainRoutesOptions): Endpoint[] {
  return [
    endpoint(listDomains, () => domains.list()),
    endpoint(addDomain, ({ host }, { hostname }) => domains.add(host, normalizeHost(hostname))),
    endpoint(setDomain, ({ host, home_url, not_found_url }) =>
      domains.set(host, {
        ...(home_url !== undefined && { home_url }),
        ...(not_found_url !== undefined && { not_found_url }),
      }),
    ),
    endpoint(deleteDomain, async ({ host }) => {
      await domains.delete(host);
      return {};
    }),
    endpoint(checkDomain, async ({ host }) => {
      const [https, http] = await Promise.all(
        ['https', 'http'].map((scheme) =>
          checkHost(new URL(`${scheme}://${host}`), siteMark, guard),
        ),
      );
      const reason = [https!.reason, http!.reason].find((text) => text !== '') ?? '';
      return { https: https!.state, http: http!.state, reason };
    }),
    endpoint(askDomain, async ({ domain }) => {
      if (domains.index.find(domain) === null) throw new Problem('domains.not-own');
      return {};
    }),
  ];
}
