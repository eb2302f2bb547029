import { z } from 'zod';
import { listDomains, setDomain, type Domain } from '../../../contracts/domains.ts';
import { defineRoute } from '../../../contracts/route.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { permissionOf, type Ask } from '../ask.ts';
import { MAIN, type Hosts } from './hosts.ts';
import { domain, shared } from './routes.ts';
import { succeed } from './shapes.ts';

const list = defineRoute({
  ...shared,
  ...permissionOf(listDomains),
  methods: ['GET'],
  path: '/domains',
  summary: 'list of domains',
  request: z.object({}),
});

const { home_url: url } = setDomain.request.shape;
const setRedirects = defineRoute({
  ...shared,
  ...permissionOf(setDomain),
  methods: ['PATCH'],
  path: '/domains/redirects',
  summary: 'where a domain leads',
  request: z.object({
    domain: domain.unwrap().min(1),
    baseUrlRedirect: url,
    invalidShortUrlRedirect: url,
  }),
  emptyable: ['baseUrlRedirect', 'invalidShortUrlRedirect'],
});

const noRedirects = { home_url: '', not_found_url: '' };

export function listDomainCalls(ask: Ask, hosts: Hosts): Endpoint[] {
  return [
    endpoint(list, async (_, call) => {
      const further = await ask(listDomains, {}, call);
      const main = { domain: hosts.mainHost(call), isDefault: true, redirects: show(noRedirects) };
      const others = further.map((one) => ({
        domain: one.host,
        isDefault: false,
        redirects: show(one),
      }));
      return succeed({ domains: { data: [main, ...others], defaultRedirects: show(noRedirects) } });
    }),
    endpoint(setRedirects, async (request, call) => {
      const { domain: authority, baseUrlRedirect: home, invalidShortUrlRedirect: missed } = request;
      const host = hosts.read(authority, call);
      if (host === null) throw new Problem('domains.unknown', { data: { authority } });
      if (host === MAIN) {
        const reason = 'The main domain has its own home page';
        throw new Problem('domains.main', { field: 'domain', reason });
      }
      const change = { host, home_url: home, not_found_url: missed };
      return succeed(show(await ask(setDomain, change, call)));
    }),
  ];
}

/** Brisk has one redirect for all that is not found. */
function show({
  home_url: home,
  not_found_url: missed,
}: Pick<Domain, 'home_url' | 'not_found_url'>) {
  const notFound = missed === '' ? null : missed;
  return {
    baseUrlRedirect: home === '' ? null : home,
    regular404Redirect: notFound,
    invalidShortUrlRedirect: notFound,
  };
}
