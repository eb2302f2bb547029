import { SUCCESS, type Envelope, type Issue, type Refusal } from '../../contracts/envelope.ts';
import { readBearer } from '../http/caller.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Face, Refused } from '../http/face.ts';
import { InvalidRequest } from '../http/invalid-request.ts';
import { PackedJson } from '../http/answer/packed-json.ts';
import type { Problem } from '../http/problem.ts';
import { apiHeaders } from '../http/answer/security-headers.ts';

/** The calls of the specification: every answer is JSON with `code`, `msg` and `data`. */
export function envelopeFace(endpoints: readonly Endpoint[]): Face {
  return {
    prefix: '/api',
    endpoints,
    headers: apiHeaders,
    readToken: readBearer,
    writeResult,
    writeRefusal,
  };
}

function writeResult(
  result: unknown,
  ignored: readonly string[],
  request: Request,
): Response | Promise<Response> {
  const data = ignored.length === 0 ? result : { ...(result as object), ignored };
  if (data instanceof PackedJson) {
    return data.toResponse(request.headers.get('accept-encoding') ?? undefined);
  }
  if (data instanceof Response) return data;
  return toJson({ code: 200, msg: SUCCESS, data });
}

function writeRefusal({ error, allow, requestId }: Refused): Response {
  if (error instanceof InvalidRequest) return refuse(error.issues);
  const { status, code, key } = error.outcome;
  const { retryAfter } = error.details;
  const data = requestId === undefined ? describeField(error) : { request_id: requestId };
  const envelope: Envelope<unknown> = { code, msg: key, data };
  // Clients of the product that Brisk replaces read the reason of a 401 from `detail`.
  return toJson(status === 401 ? { ...envelope, detail: key } : envelope, status, {
    ...(allow !== undefined && { Allow: allow }),
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    // The rest of the body is not read.
    ...(status === 408 && { Connection: 'close' }),
  });
}

function describeField({ details, outcome }: Problem): Refusal | null {
  const { field, reason = outcome.key, restorableUntil } = details;
  if (field === undefined) return null;
  const until = restorableUntil !== undefined && { restorable_until: restorableUntil };
  return { issues: [{ field, key: outcome.key, reason, ...until }] };
}

function refuse(issues: readonly Issue[]): Response {
  const msg = issues.find((issue) => issue.key !== 'bad.request')?.key ?? 'bad.request';
  return toJson({ code: 400, msg, data: { issues } });
}

function toJson(
  envelope: Envelope<unknown> & { readonly detail?: string },
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(envelope), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}
