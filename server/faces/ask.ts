import type { CheckedRequestOf, ReplyOf, Route } from '../../contracts/route.ts';
import { PackedJson } from '../http/answer/packed-json.ts';
import type { Call, Endpoint } from '../http/endpoint.ts';

/** The same as the call with the envelope needs; guests have no calls in other protocols. */
export function permissionOf({ needs, scope }: Route) {
  if (needs === undefined) throw new Error('This call needs no token');
  return { needs, scope };
}

/** Runs a call with the envelope, whose request was checked by the same schema. */
export function createAsk(others: readonly Endpoint[]) {
  const byRoute = new Map(others.map(({ route, run }) => [route, run]));
  return async <R extends Route>(
    route: R,
    request: CheckedRequestOf<R>,
    call: Call,
  ): Promise<ReplyOf<R>> => {
    const reply = await byRoute.get(route)!(request, call);
    return (reply instanceof PackedJson ? reply.data : reply) as ReplyOf<R>;
  };
}

export type Ask = ReturnType<typeof createAsk>;
