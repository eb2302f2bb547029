import {
  FRESH_SECONDS,
  hasRight,
  type Role,
  type Scope,
  type Standing,
} from '../../contracts/access.constants.ts';
import type { Route } from '../../contracts/route.ts';
import { nowSeconds } from '../engine/now.ts';
import { Problem } from './problem.ts';

interface Account extends Standing {
  readonly account: number;
  readonly role: Role;
  readonly username: string;
  readonly kind: 'person' | 'service';
  readonly tokenHash: string;
  readonly hasOthers: boolean;
}

export interface LoggedIn extends Account {
  readonly via: 'login';
  readonly confirmedAt: number;
  readonly isLimited: boolean;
}

export interface TokenHolder extends Account {
  readonly via: 'token';
  readonly token: {
    readonly id: number;
    readonly isDefault: boolean;
    /** Calls; 0 = no limit. */
    readonly perMinute: number;
  };
  readonly scopes: readonly Scope[];
}

export type SignedIn = LoggedIn | TokenHolder;

export type Caller = SignedIn | { readonly via: 'nothing' };

export const guest: Caller = { via: 'nothing' };

/** Throws `call.bad-token`, `call.bad-api-token`, `call.token-expired` and `call.too-many`. */
export type Authenticate = (token: string, address: string) => Promise<SignedIn>;

type Needed = Pick<Route & { access?: 'guest' }, 'needs' | 'scope' | 'isFresh' | 'isOpenToLimited'>;

/**
 * Why a caller may not make a call; null = it may: `call.not-allowed` by its role,
 * `call.scope-missing` or `call.login-required` by its token, `call.factor-missing` and
 * `call.confirmation-missing` by its login.
 */
export function findRefusal(
  caller: SignedIn,
  { needs, scope, isFresh, isOpenToLimited }: Needed,
): Problem | null {
  if (needs !== undefined && !hasRight(caller, needs)) return new Problem('call.not-allowed');
  if (caller.via === 'token') {
    if (scope === null) return new Problem('call.login-required');
    if (scope === undefined || scope === 'any' || caller.scopes.includes(scope)) return null;
    if (caller.token.isDefault) return new Problem('call.login-required');
    return new Problem('call.scope-missing', { data: { scope } });
  }
  if (caller.isLimited && isOpenToLimited !== true) return new Problem('call.factor-missing');
  const mustBeFresh = isFresh === true || (isFresh === 'with-others' && caller.hasOthers);
  return mustBeFresh && !isFreshLogin(caller) ? new Problem('call.confirmation-missing') : null;
}

export function isFreshLogin({ confirmedAt }: LoggedIn): boolean {
  return nowSeconds() < confirmedAt + FRESH_SECONDS;
}

export function signedIn(caller: Caller): SignedIn {
  if (caller.via === 'nothing') throw new Problem('call.no-token');
  return caller;
}

export function loggedIn(caller: Caller): LoggedIn {
  const account = signedIn(caller);
  if (account.via !== 'login') throw new Problem('call.login-required');
  return account;
}

/** The token of `Authorization: Bearer`. Undefined: there is none; null: it can't be read. */
export function readBearer({ headers }: Request): string | null | undefined {
  const authorization = headers.get('authorization') ?? undefined;
  return authorization && (/^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null);
}

export function readApiBearer(request: Request): string | null | undefined {
  const token = readBearer(request);
  return token === undefined ? undefined : toApiToken(token);
}

/** A login's token must not stand where programs keep their keys: null, like all that is no token. */
export function toApiToken(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith('sk-') ? value : null;
}

/** Throws `call.no-token`, `call.bad-token` and the problems of {@link Authenticate}. */
export function authenticateToken(
  token: string | null | undefined,
  address: string,
  authenticate: Authenticate,
): Promise<SignedIn> {
  if (token === undefined) throw new Problem('call.no-token');
  if (token === null) throw new Problem('call.bad-token');
  return authenticate(token, address);
}
