import type { CheckedRequestOf, ReplyOf, Route } from '../../contracts/route.ts';
import type { Caller } from './caller.ts';
import type { PackedJson } from './answer/packed-json.ts';
import type { Problem } from './problem.ts';

export interface Call {
  readonly caller: Caller;
  readonly address: string;
  /** At most 512 characters. */
  readonly userAgent: string;
  readonly hostname: string;
  readonly site: URL;
  readonly cookies: string;
  readonly ifMatch: string | null;
  /** Chosen by the caller, to follow the upload. */
  readonly uploadId: string | null;
  /** Of dates in requests that name no zone of their own. */
  readonly timeZone: string;
  /** Rejects when the login or token of the call has ended meanwhile. */
  assertCaller(): Promise<Caller>;
}

/** A file as the answer, instead of an envelope. */
export function sendFile(
  name: string,
  mediaType: string,
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string,
): Response {
  return new Response(body, {
    headers: {
      'Content-Type': mediaType,
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });
}

export function sendEvents(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    // Tells nginx not to buffer.
    headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
  });
}

export interface Endpoint {
  readonly route: Route;
  readonly run: (request: unknown, call: Call) => Promise<unknown>;
  /** Reads a body that the usual reader cannot: too large for the memory, or of another kind. */
  readonly receive?: (
    request: Request,
    connection: { hasReadBody: boolean },
  ) => Promise<Record<string, unknown>>;
  /** Called when an upload's body is incomplete. */
  readonly onCut?: (uploadId: string, problem: Problem) => void;
}

/** A route without a schema of `data` answers with a file or with events; nothing stands for null. */
type HandlerReply<R extends Route> = [ReplyOf<R>] extends [never]
  ? Response
  : [ReplyOf<R>] extends [null]
    ? void
    : ReplyOf<R> | PackedJson<ReplyOf<R>>;

export function endpoint<R extends Route>(
  route: R,
  run: (request: CheckedRequestOf<R>, call: Call) => Promise<HandlerReply<R>>,
): Endpoint {
  return { route, run: (request, call) => run(request as CheckedRequestOf<R>, call) };
}
