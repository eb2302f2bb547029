import type { Link } from '../../../contracts/links/links.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { nowSeconds } from '../../engine/now.ts';
import { signedIn } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { InvalidRequest } from '../../http/invalid-request.ts';
import { Problem } from '../../http/problem.ts';
import { mayRead } from '../../links/create-link.ts';
import { askDomains, listSlice, readCreated } from '../ask.ts';
import type { Answer, ProtocolOptions } from '../protocol.ts';
import type { LinkIds } from './link-ids.ts';
import * as routes from './routes.ts';
import { describeClicks } from './stats.ts';

export interface KuttAnswer extends Answer {
  /** Whether the answer repeats the token. */
  readonly hasToken?: true;
}

export interface KuttOptions extends ProtocolOptions {
  readonly ids: LinkIds;
}

const refuseDomains = () => Promise.reject(new Problem('call.login-required'));

/** The id of a link that the caller may not learn. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

export function listCalls(options: KuttOptions): Endpoint[] {
  const { links, ids, ask } = options;
  const show = (link: Link) => ({ id: ids.write(link.id), ...describeLink(link) });
  return [
    endpoint(routes.listAllLinks, () => Promise.reject(new Problem('call.path-unknown'))),
    endpoint(routes.listLinks, async ({ limit, skip, search }, call) => {
      const wanted = { start: skip, limit, order: 'desc', q: search } as const;
      const { total, links: listed } = await listSlice(links, wanted, call);
      return { body: { total, limit, skip, data: listed.map(show) } };
    }),
    endpoint(routes.createLink, (request, call) => createLink(options, request, call)),
    endpoint(routes.editLink, async (request, call) => {
      const { id, target, address, description, expire_in: span, password } = request;
      const change = {
        id: readId(ids, id),
        long_url: target,
        short_url: address,
        note: description,
        expires_at: toEnd(span),
        password,
      };
      return { body: show(await links.update(change, call)) };
    }),
    endpoint(routes.deleteLink, async ({ id }, call) => {
      await links.deleteById(readId(ids, id), call);
      return { body: { message: 'Link has been deleted successfully.' } };
    }),
    endpoint(routes.getStats, async ({ id }, call) => {
      const link = await links.get({ id: readId(ids, id) }, call);
      const shown = mayRead(call.caller) ? show(link) : { id };
      return { body: { ...(await describeClicks(ask, link, call)), ...shown } };
    }),
    endpoint(routes.getUser, async (_, call): Promise<KuttAnswer> => {
      const domains = (await askDomains(ask, call)).map(({ host, home_url: homepage }) => ({
        address: host,
        banned: false,
        homepage: homepage || null,
      }));
      const { username: email } = signedIn(call.caller);
      return { body: { email, domains }, hasToken: true };
    }),
    endpoint(routes.addDomain, refuseDomains),
    endpoint(routes.deleteDomain, refuseDomains),
    endpoint(routes.getHealth, () =>
      Promise.resolve({ body: 'OK', type: 'text/html; charset=utf-8' }),
    ),
  ];
}

async function createLink(
  { links, hosts, ids }: KuttOptions,
  request: CheckedRequestOf<typeof routes.createLink>,
  call: Call,
): Promise<Answer> {
  const { target, customurl: code, description: note, password, reuse, expire_in: span } = request;
  const domain = hosts.named(request.domain, call);
  if (domain === null) throw new Problem('domains.unknown');
  const limits = { expires_at: toEnd(span), password };
  const wanted = { long_url: target, short_url: code, domain, note, ...limits };
  const created = await links.create(wanted, call, { isNew: !reuse });
  const link = await readCreated(links, created, wanted, call);
  const id = link.id === 0 ? NO_ID : ids.write(link.id);
  return { status: created.is_new ? 201 : 200, body: { id, ...describeLink(link) } };
}

/** Throws InvalidRequest. */
function readId(ids: LinkIds, text: string): number {
  const id = ids.read(text);
  if (id !== null) return id;
  throw new InvalidRequest([{ field: 'id', key: 'bad.request', reason: 'ID is invalid.' }]);
}

function toEnd(span: number | undefined): number | undefined {
  return span === undefined ? undefined : nowSeconds() + span;
}

const toDate = (seconds: number): string => new Date(seconds * 1000).toISOString();

function describeLink(link: Link) {
  return {
    address: link.short_url,
    link: link.short_link,
    target: link.long_url,
    description: link.note || null,
    domain: link.domain || null,
    banned: link.state === 'off',
    password: link.has_password,
    expire_in: link.expires_at === 0 ? null : toDate(link.expires_at),
    visit_count: link.clicks,
    created_at: toDate(link.created_at),
    updated_at: toDate(link.updated_at),
  };
}
