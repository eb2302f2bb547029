import { z } from 'zod';
import { listDomains, setDomain, type Domain } from '../../../contracts/domains.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { faceRoute } from '../face-route.ts';
import type { ProtocolOptions } from '../protocol.ts';
import { domain, findDomain, MAIN } from './routes.ts';

const list = faceRoute('GET /domains', listDomains, z.object({}));

const { home_url: url } = setDomain.request.shape;
const setRedirects = faceRoute(
  'PATCH /domains/redirects',
  setDomain,
  z.object({
    domain: domain.unwrap().min(1),
    baseUrlRedirect: url,
    invalidShortUrlRedirect: url,
  }),
  { emptyable: ['baseUrlRedirect', 'invalidShortUrlRedirect'] },
);

const noRedirects = { home_url: '', not_found_url: '' };

export function listDomainCalls({ ask, hosts }: ProtocolOptions): Endpoint[] {
  return [
    endpoint(list, async (_, call) => {
      const further = await ask(listDomains, {}, call);
      const main = { domain: hosts.main(call).host, isDefault: true, redirects: show(noRedirects) };
      const others = further.map((one) => ({
        domain: one.host,
        isDefault: false,
        redirects: show(one),
      }));
      const domains = { data: [main, ...others], defaultRedirects: show(noRedirects) };
      return { body: { domains } };
    }),
    endpoint(setRedirects, async (request, call) => {
      const { domain: authority, baseUrlRedirect: home, invalidShortUrlRedirect: missed } = request;
      const host = findDomain(hosts, authority, call);
      if (host === null) throw new Problem('domains.unknown', { data: { authority } });
      if (host === MAIN) {
        const reason = 'The main domain has its own home page';
        throw new Problem('domains.main', { field: 'domain', reason });
      }
      const change = { host, home_url: home, not_found_url: missed };
      return { body: show(await ask(setDomain, change, call)) };
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
