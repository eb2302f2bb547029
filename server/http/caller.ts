import type { Caller } from './endpoint.ts';
import { Problem } from './problem.ts';

/** Throws `call.bad-token`, `call.bad-api-token` and `call.token-expired`. */
export type Authenticate = (token: string) => Promise<Caller>;

/** Throws `call.no-token` and the problems of {@link Authenticate}. */
export function requireToken(
  authorization: string | undefined,
  authenticate: Authenticate,
): Promise<Caller> {
  if (authorization === undefined) throw new Problem('call.no-token');
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw new Problem('call.bad-token');
  return authenticate(token);
}
