import type { z } from 'zod';

/**
 * Who may call a route: `anyone`; whoever shows the API token or a login token (`token`), and
 * visitors without one as long as the site lets them (`guest`); whoever shows a login token
 * (`login`).
 */
export type Access = 'anyone' | 'guest' | 'token' | 'login';

export type Method = 'GET' | 'POST';

/**
 * One call of the API as server, web page and reference all know it.
 *
 * `path` may hold `{name}` parts: they arrive as fields of the request, like the fields of the
 * query (GET) or of the body (POST). The web page calls the first of `methods`.
 */
export interface Route<
  Request extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Methods extends readonly [Method, ...Method[]] = readonly [Method, ...Method[]],
  Path extends `/api/${string}` = `/api/${string}`,
> {
  readonly methods: Methods;
  readonly path: Path;
  readonly access: Access;
  readonly summary: string;
  readonly request: Request;
  readonly reply: Reply;
  /** Fields that a caller may empty: their `""` and `null` mean empty, where elsewhere absent. */
  readonly emptyable?: readonly string[];
  /** The largest body, in bytes; without it {@link BODY_MAX}. */
  readonly bodyMax?: number;
  /** Media types of a success that is a file to keep, not an envelope. */
  readonly download?: readonly [string, ...string[]];
}

/**
 * The largest body of a call that does not say otherwise, in bytes. Larger ones are for calls whose
 * token is looked at before their body.
 */
export const BODY_MAX = 64 * 1024;
/** The largest body of calls that are open to all, and of others with a form as short, in bytes. */
export const SMALL_BODY_MAX = 16 * 1024;
/** The largest body of calls that take a list of 1,000 ids, or a setting, in any encoding, in bytes. */
export const LARGE_BODY_MAX = 256 * 1024;

/**
 * The form of the header `Upload-Id`: a name that a caller gives an upload, to ask what became of it
 * when its answer is lost.
 */
export const UPLOAD_ID = /^[\w-]{8,64}$/;

/** What a caller may send: `""` and `null` mean absent, numbers may come as strings. */
export type RequestOf<R extends Route> = z.input<R['request']>;
/** What the handler receives: checked and in its one form. */
export type CheckedRequestOf<R extends Route> = z.output<R['request']>;
/** What stands in `data` of a success. */
export type ReplyOf<R extends Route> = z.output<R['reply']>;

/** Keeps the exact types, so that handlers and clients are checked against them. */
export function defineRoute<
  Request extends z.ZodType,
  Reply extends z.ZodType,
  const Methods extends readonly [Method, ...Method[]],
  const Path extends `/api/${string}`,
>(route: Route<Request, Reply, Methods, Path>): Route<Request, Reply, Methods, Path> {
  return route;
}
