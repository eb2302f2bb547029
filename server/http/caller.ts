import { hasRight, type Right, type Role, type Scope } from '../../contracts/access.ts';
import type { Route } from '../../contracts/route.ts';
import { Problem } from './problem.ts';

export interface SignedIn {
  readonly account: number;
  readonly role: Role;
  readonly username: string;
  readonly via: 'login' | 'token';
  /** Of an API token; a login needs none. */
  readonly scopes: readonly Scope[];
  readonly tokenHash: string;
}

export type Caller = SignedIn | { readonly via: 'nothing' };

export const guest: Caller = { via: 'nothing' };

/** Throws `call.bad-token`, `call.bad-api-token` and `call.token-expired`. */
export type Authenticate = (token: string) => Promise<SignedIn>;

export function may({ role, via, scopes }: SignedIn, right: Right, scope: Route['scope']): boolean {
  if (!hasRight(role, right)) return false;
  return via === 'login' || scope === 'any' || scopes.some((granted) => granted === scope);
}

export function signedIn(caller: Caller): SignedIn {
  if (caller.via === 'nothing') throw new Problem('call.no-token');
  return caller;
}

/** The token of `Authorization: Bearer`. Undefined: there is none; null: it can't be read. */
export function readBearer({ headers }: Request): string | null | undefined {
  const authorization = headers.get('authorization') ?? undefined;
  return authorization && (/^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null);
}

/** Throws `call.no-token`, `call.bad-token` and the problems of {@link Authenticate}. */
export function authenticateToken(
  token: string | null | undefined,
  authenticate: Authenticate,
): Promise<SignedIn> {
  if (token === undefined) throw new Problem('call.no-token');
  if (token === null) throw new Problem('call.bad-token');
  return authenticate(token);
}
