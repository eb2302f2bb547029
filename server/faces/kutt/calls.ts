import { listDomains } from '../../../contracts/domains.ts';
import type { Link } from '../../../contracts/links/links.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { nowSeconds } from '../../engine/now.ts';
import { findRefusal, signedIn } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { InvalidRequest } from '../../http/invalid-request.ts';
import { Problem } from '../../http/problem.ts';
import { mayRead } from '../../links/create-link.ts';
import type { Links } from '../../links/links.ts';
import { createAsk, permissionOf } from '../ask.ts';
import { askedDomain, type DomainOptions } from '../asked-domain.ts';
import { listSlice } from '../slice.ts';
import type { LinkIds } from './link-ids.ts';
import * as routes from './routes.ts';
import { describeClicks } from './stats.ts';

export interface Answer {
  readonly status: number;
  /** A text is no JSON. */
  readonly body: string | Readonly<Record<string, unknown>>;
  /** Whether the answer repeats the token. */
  readonly hasToken?: true;
}

export interface CallsOptions extends DomainOptions {
  readonly links: Links;
  readonly ids: LinkIds;
  /** The calls with the envelope, some of which have the same rules. */
  readonly others: readonly Endpoint[];
}

const refuseDomains = () => Promise.reject(new Problem('call.login-required'));

/** The id of a link that the caller may not learn. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

export function listCalls(options: CallsOptions): Endpoint[] {
  const { links, ids, others } = options;
  const ask = createAsk(others);
  const show = (link: Link) => ({ id: ids.write(link.id), ...describeLink(link) });
  return [
    endpoint(routes.listAllLinks, () => Promise.reject(new Problem('call.path-unknown'))),
    endpoint(routes.listLinks, async ({ limit, skip, search }, call) => {
      const wanted = { start: skip, limit, order: 'desc', q: search } as const;
      const { total, links: listed } = await listSlice(links, wanted, call);
      return succeed({ total, limit, skip, data: listed.map(show) });
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
      return succeed(show(await links.update(change, call)));
    }),
    endpoint(routes.deleteLink, async ({ id }, call) => {
      await links.deleteById(readId(ids, id), call);
      return succeed({ message: 'Link has been deleted successfully.' });
    }),
    endpoint(routes.getStats, async ({ id }, call) => {
      const link = await links.get({ id: readId(ids, id) }, call);
      const shown = mayRead(call.caller) ? show(link) : { id };
      return succeed({ ...(await describeClicks(ask, link, call)), ...shown });
    }),
    endpoint(routes.getUser, async (_, call) => {
      const caller = signedIn(call.caller);
      const isClosed = findRefusal(caller, permissionOf(listDomains)) !== null;
      const domains = isClosed ? [] : await ask(listDomains, {}, call);
      const shown = domains.map(({ host, home_url: homepage }) => ({
        address: host,
        banned: false,
        homepage: homepage || null,
      }));
      return { ...succeed({ email: caller.username, domains: shown }), hasToken: true };
    }),
    endpoint(routes.addDomain, refuseDomains),
    endpoint(routes.deleteDomain, refuseDomains),
    endpoint(routes.getHealth, () => Promise.resolve({ status: 200, body: 'OK' })),
  ];
}

async function createLink(
  options: CallsOptions,
  request: CheckedRequestOf<typeof routes.createLink>,
  call: Call,
): Promise<Answer> {
  const { links, ids } = options;
  const { target, customurl: code, description: note, password, reuse, expire_in: span } = request;
  const domain = askedDomain(options, request.domain, call);
  if (domain === null) throw new Problem('domains.unknown');
  const expiresAt = toEnd(span);
  const wanted = { long_url: target, short_url: code, domain, note, password };
  const created = await links.create({ ...wanted, expires_at: expiresAt }, call, {
    isNew: !reuse,
  });
  const now = nowSeconds();
  const isHidden = !mayRead(call.caller);
  const fields = isHidden
    ? {
        ...created,
        note: note ?? '',
        has_password: password !== undefined,
        state: 'live' as const,
        clicks: 0,
        created_at: now,
        updated_at: now,
      }
    : await links.get({ id: created.id }, call);
  const id = isHidden ? NO_ID : ids.write(created.id);
  return { status: created.is_new ? 201 : 200, body: { id, ...describeLink(fields) } };
}

function succeed(body: Answer['body']): Answer {
  return { status: 200, body };
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

type Described = Pick<
  Link,
  | 'short_url'
  | 'short_link'
  | 'long_url'
  | 'note'
  | 'domain'
  | 'state'
  | 'has_password'
  | 'expires_at'
  | 'clicks'
  | 'created_at'
  | 'updated_at'
>;

function describeLink(link: Described) {
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
