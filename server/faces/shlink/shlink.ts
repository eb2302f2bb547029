import { readQuery } from '../../http/body/body.ts';
import { toApiToken } from '../../http/caller.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Face } from '../../http/face.ts';
import { protocolFace, writeAnswer, type Answer } from '../protocol.ts';
import { listDomainCalls } from './domain-calls.ts';
import { closedCalls, health } from './fixed-calls.ts';
import { listLinkCalls } from './link-calls.ts';
import { hasKeyInQuery, refuse } from './problems.ts';
import { listRuleCalls, readReplacement } from './rule-calls.ts';
import { listTagCalls } from './tag-calls.ts';
import { listVisitCalls, type ShlinkOptions } from './visit-calls.ts';

const versions = ['v1', 'v2', 'v3'] as const;

/** The API of Shlink. */
export function shlinkFace(options: ShlinkOptions): Face {
  const calls = [
    health,
    ...listLinkCalls(options),
    ...listTagCalls(options),
    ...listDomainCalls(options),
    ...listRuleCalls(options),
    ...listVisitCalls(options),
    ...closedCalls,
  ];
  const ofVersions = versions.flatMap((name) => calls.map((call) => moveTo(call, `/rest/${name}`)));
  return protocolFace({
    prefixes: ['/rest/health', '/rest/v1', '/rest/v2', '/rest/v3'],
    endpoints: [moveTo(health, '/rest'), ...ofVersions],
    isOn: options.isOn,
    isOpenToOrigins: true,
    readBeside: (request) => ({ ...readQuery(request), ...readReplacement(request) }),
    readToken(request) {
      const key = hasKeyInQuery(request)
        ? (readQuery(request)['apiKey'] ?? '')
        : (request.headers.get('x-api-key') ?? '');
      return key === '' ? undefined : toApiToken(key);
    },
    writeResult(data, _, request) {
      const { text, ...answer } = data as Answer & { readonly text?: string };
      return text !== undefined && wantsText(request)
        ? writeAnswer({ body: text, type: 'text/plain' })
        : writeAnswer({ type: 'application/json', ...answer });
    },
    refuse,
  });
}

function moveTo(call: Endpoint, place: `/${string}`): Endpoint {
  return { ...call, route: { ...call.route, path: `${place}${call.route.path}` } };
}

function wantsText(request: Request): boolean {
  const { format } = readQuery(request);
  if (typeof format === 'string' && format !== '') return format === 'txt';
  return request.headers.get('accept')?.includes('text/plain') === true;
}
