import { toApiToken } from '../../http/caller.ts';
import { readQuery, type Fields } from '../../http/body/body.ts';
import type { Face, Refused } from '../../http/face.ts';
import { describeRefusal, InvalidRequest } from '../../http/invalid-request.ts';
import type { ProblemName } from '../../http/problem.ts';
import { describeClosed } from '../closed.ts';
import { listCalls, type Answer, type CallsOptions } from './calls.ts';
import { prefixes } from './routes.ts';

interface KuttOptions extends CallsOptions {
  readonly isOn: () => boolean;
}

/** For clients of Kutt, when only their address is changed. */
export function kuttFace(options: KuttOptions): Face {
  const tokens = new WeakMap<Request, string>();
  return {
    prefixes,
    endpoints: listCalls(options),
    headers: { 'Cache-Control': 'no-store' },
    isOpenToOrigins: true,
    isOn: options.isOn,
    limitsWrongTokens: true,
    async readToken(request, readFields) {
      const sent = findToken(request, await readFields());
      if (sent === undefined) return undefined;
      const token = toApiToken(sent);
      if (token !== null) tokens.set(request, token);
      return token;
    },
    writeResult: (answer, _, request) => write(answer as Answer, tokens.get(request)),
    writeRefusal(refused) {
      const { status, text } = explain(refused);
      return Response.json({ error: text }, { status });
    },
  };
}

/** What is empty counts as missing. */
function findToken(request: Request, fields: Fields): unknown {
  return [fields['apikey'], readQuery(request)['apikey'], request.headers.get('x-api-key')].find(
    (sent) => sent !== undefined && sent !== null && sent !== '',
  );
}

function write({ status, body, hasToken }: Answer, apikey: string | undefined): Response {
  if (typeof body === 'string') {
    return new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  }
  return Response.json(hasToken === true ? { apikey, ...body } : body, { status });
}

interface Reason {
  readonly text: string;
  /** By default the status of the call with the envelope. */
  readonly status?: number;
}

const unauthorized = { text: 'Unauthorized.' };

const reasons: Readonly<Partial<Record<ProblemName, Reason>>> = {
  'links.bad-url': { text: 'URL is not valid.' },
  'links.own-host': { text: 'URLs of this site are not allowed.' },
  'links.time-past': { text: 'Expire time should be more than 1 minute.' },
  'links.bad-code': { text: 'Custom URL is not valid.' },
  'links.reserved-code': { text: "You can't use this custom URL." },
  'links.code-taken': { text: 'Custom URL is already in use.' },
  'links.codes-exhausted': { text: 'No free address was found. Try again.' },
  'links.unknown': { text: 'Link was not found.' },
  'links.too-many': { text: 'Too many links. Try again later.' },
  'domains.unknown': { text: "You can't use this domain.", status: 400 },
  'call.no-token': unauthorized,
  'call.bad-token': unauthorized,
  'call.bad-api-token': unauthorized,
  'call.token-expired': unauthorized,
  'call.too-many': { text: 'Too many requests. Try again later.' },
  'call.path-unknown': { text: 'Not found.' },
  'call.method-wrong': { text: 'This address does not take this method.' },
  'call.too-large': { text: 'The request is too large.' },
  'call.too-slow': { text: 'The request took too long.' },
};

/** Why a call has no result, as Kutt says it. */
function explain({ error }: Refused): { readonly status: number; readonly text: string } {
  const { code, key, issues } = describeRefusal(error);
  const [issue] = issues;
  const reason = issue?.reason ?? key;
  if (!(error instanceof InvalidRequest)) {
    if (code === 403) return { status: code, text: describeClosed(error) };
    const { text = reason, status = code } = reasons[error.problem] ?? {};
    return { status, text };
  }
  if (issue?.key === 'reserved.short.url')
    return { status: 400, text: "You can't use this custom URL." };
  if (issue?.key === 'invalid.short.url') return { status: 400, text: 'Custom URL is not valid.' };
  const field = issue === undefined || issue.field === '' ? '' : `${issue.field}: `;
  return { status: 400, text: reason.endsWith('.') ? reason : field + reason };
}
