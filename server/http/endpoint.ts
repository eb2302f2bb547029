import type { CheckedRequestOf, ReplyOf, Route } from '../../contracts/route.ts';
import type { PackedJson } from './packed-json.ts';
import type { Problem } from './problem.ts';

/** Who calls, as their token says. */
export type Caller =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'api-token' }
  | { readonly kind: 'login'; readonly tokenHash: string };

/** What a handler may know of the call beside its fields. */
export interface Call {
  readonly caller: Caller;
  readonly address: string;
  /** At most 512 characters. */
  readonly userAgent: string;
  /** Name by which the caller reached us, without the port. */
  readonly hostname: string;
  /** What the caller calls this upload. */
  readonly uploadId: string | null;
}

/** A file that a call answers with, in place of an envelope. */
export class Download {
  readonly #name: string;
  readonly #mediaType: string;
  readonly #body: ReadableStream<Uint8Array>;

  /** The media type with its charset, where it is text. */
  constructor(name: string, mediaType: string, body: ReadableStream<Uint8Array>) {
    this.#name = name;
    this.#mediaType = mediaType;
    this.#body = body;
  }

  toResponse(): Response {
    return new Response(this.#body, {
      headers: {
        'Content-Type': this.#mediaType,
        'Content-Disposition': `attachment; filename="${this.#name}"`,
      },
    });
  }
}

/** Events that a call answers with as they happen, in the form of `text/event-stream`. */
export class EventStream {
  readonly #body: ReadableStream<Uint8Array>;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#body = body;
  }

  toResponse(): Response {
    return new Response(this.#body, {
      // A proxy must not wait until it has much of it.
      headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
    });
  }
}

/** A route of the contracts with what the server does for it. */
export interface Endpoint {
  readonly route: Route;
  readonly run: (request: unknown, call: Call) => Promise<unknown>;
  /** Told of an upload whose body has not come whole. */
  readonly onCut?: (uploadId: string, problem: Problem) => void;
}

/** Routes whose contract names no form of `data` answer with a file, or with events. */
type HandlerReply<R extends Route> = [ReplyOf<R>] extends [never]
  ? Download | EventStream
  : ReplyOf<R> | PackedJson<ReplyOf<R>>;

/** Ties a handler to its route, with the types of both held together. */
export function endpoint<R extends Route>(
  route: R,
  run: (request: CheckedRequestOf<R>, call: Call) => Promise<HandlerReply<R>>,
): Endpoint {
  return { route, run: (request, call) => run(request as CheckedRequestOf<R>, call) };
}
