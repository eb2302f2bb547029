import type { login } from '../../contracts/account.ts';
import type { RequestOf } from '../../contracts/route.ts';

type Credentials = RequestOf<typeof login>;

/** In memory only: a password must be in no storage, address or history. */
let created: Credentials | null = null;

/** Keeps the account that was just set up for the login page. */
export function keepNewAccount(credentials: Credentials) {
  created = credentials;
}

/** The account that was just set up; null: none was, or it is forgotten. */
export function readNewAccount(): Credentials | null {
  return created;
}

export function forgetNewAccount() {
  created = null;
}
