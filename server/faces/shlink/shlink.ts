import { toApiToken } from '../../http/caller.ts';
import type { Links } from '../../links/links.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Face, Refused } from '../../http/face.ts';
import { readQuery } from '../../http/body/body.ts';
import { createAsk } from '../ask.ts';
import { createHealth } from './health.ts';
import { Hosts, type HostsOptions } from './hosts.ts';
import { listLinkCalls } from './link-calls.ts';
import { describeProblem, hasKeyInQuery } from './problems.ts';
import type { Answer } from './shapes.ts';
import { listTagCalls } from './tag-calls.ts';
import { closedCalls } from './closed-calls.ts';
import { listDomainCalls } from './domain-calls.ts';
import { listVisitCalls, type VisitCallsOptions } from './visit-calls.ts';
import { listRuleCalls, readReplacement } from './rule-calls.ts';

interface ShlinkOptions extends HostsOptions {
  readonly links: Links;
  readonly statistics: VisitCallsOptions['statistics'];
  readonly version: string;
  readonly isOn: () => boolean;
  /** The calls with the envelope, some of which have the same rules. */
  readonly others: readonly Endpoint[];
}

const versions = ['v1', 'v2', 'v3'] as const;

/** For clients of Shlink, when only their address is changed. */
export function shlinkFace({
  isOn,
  others,
  links,
  statistics,
  version,
  ...ofHosts
}: ShlinkOptions): Face {
  const ask = createAsk(others);
  const hosts = new Hosts(ofHosts);
  const health = createHealth(version);
  const calls = [
    health,
    ...listLinkCalls({ links, hosts }),
    ...listTagCalls(ask),
    ...listDomainCalls(ask, hosts),
    ...listRuleCalls({ links, hosts }),
    ...listVisitCalls({ ask, links, hosts, statistics }),
    ...closedCalls,
  ];
  const ofVersions = versions.flatMap((name) => calls.map((call) => moveTo(call, `/rest/${name}`)));
  return {
    prefixes: ['/rest/health', '/rest/v1', '/rest/v2', '/rest/v3'],
    endpoints: [moveTo(health, '/rest'), ...ofVersions],
    headers: { 'Cache-Control': 'no-store' },
    isOn,
    isOpenToOrigins: true,
    limitsWrongTokens: true,
    readBeside: (request) => ({ ...readQuery(request), ...readReplacement(request) }),
    readToken(request) {
      const key = hasKeyInQuery(request)
        ? (readQuery(request)['apiKey'] ?? '')
        : (request.headers.get('x-api-key') ?? '');
      return key === '' ? undefined : toApiToken(key);
    },
    writeResult: (answer, _, request) => write(answer as Answer, request),
    writeRefusal,
  };
}

function moveTo(call: Endpoint, place: `/${string}`): Endpoint {
  return { ...call, route: { ...call.route, path: `${place}${call.route.path}` } };
}

function write({ status, body, text: plain, type = 'application/json' }: Answer, request: Request) {
  if (plain !== undefined && wantsText(request)) {
    return new Response(plain, { status, headers: { 'Content-Type': 'text/plain' } });
  }
  if (body === null) return new Response(null, { status });
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } });
}

function wantsText(request: Request): boolean {
  const { format } = readQuery(request);
  if (typeof format === 'string' && format !== '') return format === 'txt';
  return request.headers.get('accept')?.includes('text/plain') === true;
}

function writeRefusal(refused: Refused): Response {
  const body = describeProblem(refused);
  const headers = { 'Content-Type': 'application/problem+json' };
  return new Response(JSON.stringify(body), { status: body.status, headers });
}
