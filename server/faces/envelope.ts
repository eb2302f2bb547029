import { SUCCESS, type Envelope, type Refusal } from '../../contracts/envelope.ts';
import { readBearer } from '../http/caller.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Face, Refused } from '../http/face.ts';
import { describeRefusal, InvalidRequest } from '../http/invalid-request.ts';
import { PackedJson } from '../http/answer/packed-json.ts';
import { apiHeaders } from '../http/answer/security-headers.ts';

/** The calls of the specification: every answer is JSON with `code`, `msg` and `data`. */
export function envelopeFace(endpoints: readonly Endpoint[]): Face {
  return {
    prefixes: ['/api'],
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
  return toJson({ code: 200, msg: SUCCESS, data: data ?? null });
}

function writeRefusal({ error, requestId }: Refused): Response {
  const { key, issues } = describeRefusal(error);
  const refusal: Refusal | null = issues.length === 0 ? null : { issues };
  if (error instanceof InvalidRequest) return toJson({ code: 400, msg: key, data: refusal });
  const { status, code } = error.outcome;
  const { data: needed } = error.details;
  const data = requestId === undefined ? (needed ?? refusal) : { request_id: requestId };
  const envelope: Envelope<unknown> = { code, msg: key, data };
  // Clients of the product that Brisk replaces read the reason of a 401 from `detail`.
  return toJson(status === 401 ? { ...envelope, detail: key } : envelope, status);
}

function toJson(
  envelope: Envelope<unknown> & { readonly detail?: string },
  status = 200,
): Response {
  return new Response(JSON.stringify(envelope), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });
}
