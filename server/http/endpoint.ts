import type { CheckedRequestOf, ReplyOf, Route } from '../../contracts/route.ts';

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
}

/** A route of the contracts with what the server does for it. */
export interface Endpoint {
  readonly route: Route;
  readonly run: (request: unknown, call: Call) => Promise<unknown>;
}

/** Ties a handler to its route, with the types of both held together. */
export function endpoint<R extends Route>(
  route: R,
  run: (request: CheckedRequestOf<R>, call: Call) => Promise<ReplyOf<R>>,
): Endpoint {
  return { route, run: (request, call) => run(request as CheckedRequestOf<R>, call) };
}
