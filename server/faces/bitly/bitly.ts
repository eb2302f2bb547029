import type { Link } from '../../../contracts/links/links.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { decodeLenient } from '../../../contracts/text.ts';
import { readApiBearer, signedIn } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import type { Face } from '../../http/face.ts';
import { Problem } from '../../http/problem.ts';
import { askDomains, readCreated } from '../ask.ts';
import { inZone } from '../click-days.ts';
import type { Hosts } from '../hosts.ts';
import { protocolFace, type Answer, type ProtocolOptions } from '../protocol.ts';
import { formatTime, listClicks, sumAll } from './clicks.ts';
import { refuse } from './refusals.ts';
import * as routes from './routes.ts';

/** Bitly has groups of people; here is one. */
const GROUP = 'brisk';
/** Clients send these hosts when nothing else is set. */
const bitlyHosts: ReadonlySet<string> = new Set(['bit.ly', 'bitly.com', 'j.mp']);

/** Version 4 of the API of Bitly. */
export function bitlyFace(options: ProtocolOptions): Face {
  return protocolFace({
    prefixes: routes.prefixes,
    endpoints: [...listLinkCalls(options), ...listAccountCalls(options)],
    isOn: options.isOn,
    readToken: readApiBearer,
    refuse,
  });
}

function listLinkCalls(options: ProtocolOptions): Endpoint[] {
  const { links, hosts, ask } = options;
  const find = async (host: string, code: string, call: Call) => {
    const domain = findDomain(hosts, host, call);
    if (domain === null) throw new Problem('links.unknown');
    return links.get({ short_url: code, domain }, call);
  };
  return [
    endpoint(routes.shorten, (request, call) => create(options, request, call)),
    endpoint(routes.createBitlink, (request, call) => create(options, request, call)),
    endpoint(routes.getBitlink, async ({ host, code }, call) => ({
      body: describe(hosts, await find(host, code, call), call),
    })),
    endpoint(routes.updateBitlink, async ({ host, code, ...change }, call) => {
      const { archived, expiration_at: end, ...fields } = change;
      const { id } = await find(host, code, call);
      const isActive = archived === undefined ? undefined : archived ? 0 : 1;
      const wanted = { id, ...fields, expires_at: end, is_active: isActive };
      return { body: describe(hosts, await links.update(wanted, call), call) };
    }),
    endpoint(routes.expand, async ({ bitlink_id: text }, call) => {
      const [host, code] = splitId(text, call);
      const shown = describe(hosts, await find(host, code, call), call);
      const { created_at, link, id, long_url } = shown;
      return { body: { created_at, link, id, long_url } };
    }),
    endpoint(routes.getClicks, async ({ host, code, ...range }, call) => ({
      body: await listClicks(ask, await find(host, code, call), range, call),
    })),
    endpoint(routes.sumClicks, async ({ host, code, ...range }, call) => ({
      body: await sumAll(ask, await find(host, code, call), range, call),
    })),
  ];
}

/** '' = the main domain; null = the site has no such domain. */
function findDomain(hosts: Hosts, host: string | undefined, call: Call): string | null {
  const isBitly = host !== undefined && bitlyHosts.has(host.trim().toLowerCase());
  return isBitly ? '' : hosts.named(host, call);
}

/** Host and code of `host/code`, of a whole short link, or of a code alone. */
function splitId(text: string, { hostname }: Call): readonly [string, string] {
  const bare = text.trim().replace(/^https?:\/\//i, '');
  const slash = bare.indexOf('/');
  const code = decodeLenient(bare.slice(slash + 1));
  return slash === -1 ? [hostname, code] : [bare.slice(0, slash), code];
}

type NewLink = CheckedRequestOf<typeof routes.shorten> &
  Partial<CheckedRequestOf<typeof routes.createBitlink>>;

async function create(
  { links, hosts }: ProtocolOptions,
  request: NewLink,
  call: Call,
): Promise<Answer> {
  const { long_url, title, tags, keyword, expiration_at: end, force_new_link: isNew } = request;
  const domain = findDomain(hosts, request.domain, call);
  if (domain === null) throw new Problem('domains.unknown');
  const wanted = { long_url, domain, title, tags, short_url: keyword, expires_at: end };
  const created = await links.create(wanted, call, { isNew: isNew === true });
  const link = await readCreated(links, created, wanted, call);
  return { status: created.is_new ? 201 : 200, body: describe(hosts, link, call) };
}

const utc = { timeZone: 'UTC' };

/** Undefined members are left out of JSON. */
function describe(hosts: Hosts, link: Link, call: Call) {
  const { username } = signedIn(call.caller);
  return {
    created_at: formatTime(inZone(link.created_at, utc)),
    id: link.short_link.replace(/^https?:\/\//, ''),
    link: link.short_link,
    custom_bitlinks: [],
    long_url: link.long_url,
    title: link.title,
    archived: link.state === 'off',
    created_by: link.owner === undefined ? username : (link.owner?.username ?? ''),
    client_id: '',
    tags: link.tags,
    deeplinks: [],
    expiration_at: link.expires_at === 0 ? undefined : formatTime(inZone(link.expires_at, utc)),
    references: { group: `${hosts.main(call).origin}/v4/groups/${GROUP}` },
  };
}

/** When accounts and groups began is not shown. */
const ever = { created: '1970-01-01T00:00:00+0000', modified: '1970-01-01T00:00:00+0000' };

function listAccountCalls({ hosts, ask }: ProtocolOptions): Endpoint[] {
  const describeGroup = async (call: Call) => {
    const domains = await askDomains(ask, call);
    return {
      ...ever,
      bsds: domains.map(({ host }) => host),
      guid: GROUP,
      organization_guid: GROUP,
      name: hosts.main(call).hostname,
      is_active: true,
      role: signedIn(call.caller).role,
      references: {},
    };
  };
  return [
    endpoint(routes.getUser, (_, call) => {
      const { username } = signedIn(call.caller);
      const user = { login: username, name: username, emails: [], default_group_guid: GROUP };
      const facts = { is_active: true, is_2fa_enabled: false, is_sso_user: false };
      return Promise.resolve({ body: { ...ever, ...user, ...facts } });
    }),
    endpoint(routes.listGroups, async (_, call) => ({
      body: { groups: [await describeGroup(call)] },
    })),
    endpoint(routes.getGroup, async ({ guid }, call) => {
      if (guid !== GROUP) throw new Problem('call.path-unknown');
      return { body: await describeGroup(call) };
    }),
  ];
}
