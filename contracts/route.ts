import { z } from 'zod';
import type { Right, Scope } from './access.constants.ts';

/** Who may call. `guest`: also callers without a token, while the site allows it. */
type Permission =
  | {
      readonly access: 'anyone';
      readonly needs?: undefined;
      readonly scope?: undefined;
      readonly isFresh?: undefined;
      readonly isOpenToLimited?: undefined;
    }
  | {
      readonly access?: 'guest';
      readonly needs: Right;
      /** What an API token needs besides; `any`: nothing; null: only a login may call. */
      readonly scope: Scope | 'any' | null;
      /**
       * Whether a login must have proved itself within `FRESH_SECONDS`. `with-others`: only on a
       * site with several accounts.
       */
      readonly isFresh?: true | 'with-others';
      /** Whether a login may call that must set up a second factor first. */
      readonly isOpenToLimited?: true;
    };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Details {
  readonly summary: string;
  /** For these fields `""` and `null` mean empty. For others they mean absent. */
  readonly emptyable?: readonly string[];
  /**
   * Fields that `request` lacks are refused by default. `named`: they are passed over, and
   * `data.ignored` names them. `unnoticed`: they are passed over.
   */
  readonly unknownFields?: 'named' | 'unnoticed';
  /** With `named`: fields that a urlencoded body may send back; others come from an unencoded `&`. */
  readonly repliedFields?: readonly string[];
  /** All that a guest may send; other fields of the request are passed over like unknown ones. */
  readonly guestFields?: readonly string[];
  /** A GET that changes something: HEAD, which must not, is refused. */
  readonly hasChangingGet?: true;
  /** Whether a program on the same machine needs no token. */
  readonly isOpenLocally?: true;
  /** The largest body, in bytes; {@link BODY_MAX} by default. */
  readonly bodyMax?: number;
  /** The most fields of a request, those of objects in it included; by default it follows `bodyMax`. */
  readonly fieldsMax?: number;
  /** Media types of a success that is a file instead of an envelope. */
  readonly download?: readonly [string, ...string[]];
}

/**
 * `{name}` parts of `path` arrive as fields of the request, like the query (GET) or the body
 * (POST). The web page uses the first of `methods`.
 */
export type Route<
  Request extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Methods extends readonly [Method, ...Method[]] = readonly [Method, ...Method[]],
  Path extends `/${string}` = `/${string}`,
> = Permission &
  Details & {
    readonly methods: Methods;
    readonly path: Path;
    readonly request: Request;
    readonly reply: Reply;
  };

/** Bytes. Calls with larger bodies check the token first. */
export const BODY_MAX = 64 * 1024;
export const SMALL_BODY_MAX = 16 * 1024; // for calls without a token, and for short forms
export const DEPTH_MAX = 32;
export const LARGE_BODY_MAX = 256 * 1024; // for 1,000 ids or a setting, in any encoding

/** The header `Upload-Id`: with it a caller can ask for a lost answer. */
export const UPLOAD_ID = /^[\w-]{8,64}$/;

/** The input: `""` and `null` mean absent, and numbers may be strings. */
export type RequestOf<R extends Route> = z.input<R['request']>;
/** The checked input in its canonical form. */
export type CheckedRequestOf<R extends Route> = z.output<R['request']>;
/** The `data` of a success. */
export type ReplyOf<R extends Route> = z.output<R['reply']>;

export function defineRoute<
  Request extends z.ZodType,
  Reply extends z.ZodType,
  const Methods extends readonly [Method, ...Method[]],
  const Path extends `/${string}`,
>(route: Route<Request, Reply, Methods, Path>): Route<Request, Reply, Methods, Path> {
  return route;
}

/** Without `request` a call has no fields, and without `reply` it answers null. */
type Described<Request extends z.ZodType, Reply extends z.ZodType> = Permission &
  Details & { readonly request?: Request; readonly reply?: Reply };

const nothing = { request: z.object({}), reply: z.null() };
type Nothing = typeof nothing;

export function defineGet<
  const Path extends `/${string}`,
  Request extends z.ZodType = Nothing['request'],
  Reply extends z.ZodType = Nothing['reply'],
>(path: Path, described: Described<Request, Reply>) {
  const route = { methods: ['GET'] as const, path, ...nothing, ...described };
  return route as Route<Request, Reply, readonly ['GET'], Path>;
}

export function definePost<
  const Path extends `/${string}`,
  Request extends z.ZodType = Nothing['request'],
  Reply extends z.ZodType = Nothing['reply'],
>(path: Path, described: Described<Request, Reply>) {
  const route = { methods: ['POST'] as const, path, ...nothing, ...described };
  return route as Route<Request, Reply, readonly ['POST'], Path>;
}

/** For calls with old clients, which may send any fields. */
export const noFields = { request: z.object({}), unknownFields: 'unnoticed' } as const;

export const readsLinks = { needs: 'links.read', scope: 'links:read' } as const;
export const editsLinks = { needs: 'links.edit', scope: 'links:write' } as const;
/** A short form of a person about the own account, which takes a login. */
export const ownForm = { needs: 'own', scope: null, bodyMax: SMALL_BODY_MAX } as const;
/** A short form without a token. */
export const openForm = { access: 'anyone', bodyMax: SMALL_BODY_MAX } as const;
