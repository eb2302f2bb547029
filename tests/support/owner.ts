import { defaultScopes } from '../../contracts/access.constants.ts';
import type { Authority } from '../../server/access/reach.ts';
import type { Actor } from '../../server/audit/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import type { SignedIn, TokenHolder } from '../../server/http/caller.ts';

/** The account of the set-up, by a login. */
export const owner: Actor = {
  kind: 'account',
  account: 1,
  name: 'ada',
  token: 0,
  way: 'login',
  network: '',
  recorded: [],
};

export const authority = { actor: owner, reach: 'all' } as const satisfies Authority;

/** Stores the account, which the set-up would do. */
export async function seedOwner({ db }: Engine): Promise<void> {
  const fields = { username: 'ada', email: '', password_hash: '', created_at: 1 };
  await db
    .insertInto('account')
    .values({ id: 1, role: 'owner', ...fields })
    .execute();
}

/** The same by its API token. */
export const ownerToken: TokenHolder = {
  account: 1,
  role: 'owner',
  seesAll: false,
  username: 'ada',
  kind: 'person',
  hasOthers: false,
  via: 'token',
  token: { id: 1, isDefault: true, perMinute: 0 },
  scopes: defaultScopes,
  tokenHash: '',
};

/** A call of theirs. */
export const ownerCall = {
  caller: ownerToken,
  address: '',
  hostname: 'localhost',
  site: new URL('http://localhost'),
  timeZone: 'UTC',
  cookies: '',
  ifMatch: null,
  assertCaller: (): Promise<SignedIn> => Promise.resolve(ownerToken),
};
