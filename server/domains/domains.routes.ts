import { hasRight } from '../../contracts/access.constants.ts';
import { normalizeHost } from '../../contracts/domain-name.ts';
import {
  addDomain,
  askDomain,
  checkDomain,
  deleteDomain,
  listDomains,
  setDomain,
} from '../../contracts/domains.ts';
import { reachOf } from '../access/reach.ts';
import { actorOf } from '../audit/actor.ts';
import type { Loops } from '../../contracts/domains.ts';
import { signedIn } from '../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { checkHost } from './domain-check.ts';
import type { Domains } from './domains.ts';

interface DomainRoutesOptions {
  readonly domains: Domains;
  readonly siteMark: string;
  readonly guard: AddressGuard;
  readonly loops: DomainLoops;
}

/** What links know of loops. `requested` is the host of the call. */
export interface DomainLoops {
  list(host: string, call: Pick<Call, 'caller'>): Promise<Loops>;
  isDeadEnd(url: string, host: string, requested: string): Promise<boolean>;
}

export function domainRoutes({ domains, siteMark, guard, loops }: DomainRoutesOptions): Endpoint[] {
  return [
    endpoint(listDomains, async (_, { caller }) => {
      const listed = await domains.list(reachOf(caller));
      if (hasRight(signedIn(caller), 'domains')) return listed;
      return listed.map(({ host, links }) => ({ host, home_url: '', not_found_url: '', links }));
    }),
    endpoint(addDomain, async ({ host }, call) => {
      const added = await domains.add(actorOf(call), host, normalizeHost(call.hostname));
      return { ...added, ...(await loops.list(host, call)) };
    }),
    endpoint(setDomain, async ({ host, home_url, not_found_url }, call) => {
      for (const [field, url = ''] of Object.entries({ home_url, not_found_url })) {
        if (url === '' || !(await loops.isDeadEnd(url, host, call.hostname))) continue;
        throw new Problem('links.own-host', { field, reason: 'This URL leads back to this site' });
      }
      return domains.set(actorOf(call), host, {
        ...(home_url !== undefined && { home_url }),
        ...(not_found_url !== undefined && { not_found_url }),
      });
    }),
    endpoint(deleteDomain, async ({ host }, call) => {
      await domains.delete(actorOf(call), host);
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
