import type { z } from 'zod';

/** `token`: a login or the API token. `guest`: also visitors, while the site allows it. */
export type Access = 'anyone' | 'guest' | 'token' | 'login';

export type Method = 'GET' | 'POST';

/** `{name}` parts of `path` arrive as fields. The web page uses the first of `methods`. */
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
  /** For these fields `""` and `null` mean empty. For others they mean absent. */
  readonly emptyable?: readonly string[];
  /** Refused by default. `named`: passed over, and named in `data.ignored`. */
  readonly unknownFields?: 'named' | 'unnoticed';
  /** A urlencoded body may send these back; other unknown fields come from an unencoded `&`. */
  readonly repliedFields?: readonly string[];
  /** All that a guest may send. */
  readonly guestFields?: readonly string[];
  readonly isOpenLocally?: true;
  /** Bytes; {@link BODY_MAX} by default. */
  readonly bodyMax?: number;
  readonly download?: readonly [string, ...string[]];
}

/** Bytes. Calls with larger bodies check the token first. */
export const BODY_MAX = 64 * 1024;
export const SMALL_BODY_MAX = 16 * 1024; // for calls without a token, and for short forms
export const LARGE_BODY_MAX = 256 * 1024; // for 1,000 ids or a setting, in any encoding

/** The header `Upload-Id`, for asking for a lost answer. */
export const UPLOAD_ID = /^[\w-]{8,64}$/;

/** The input: `""` and `null` mean absent, and numbers may be strings. */
export type RequestOf<R extends Route> = z.input<R['request']>;
export type CheckedRequestOf<R extends Route> = z.output<R['request']>;
export type ReplyOf<R extends Route> = z.output<R['reply']>;

export function defineRoute<
  Request extends z.ZodType,
  Reply extends z.ZodType,
  const Methods extends readonly [Method, ...Method[]],
  const Path extends `/api/${string}`,
>(route: Route<Request, Reply, Methods, Path>): Route<Request, Reply, Methods, Path> {
  return route;
}
