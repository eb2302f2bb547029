import type { login } from '../../contracts/account.ts';
import type { RequestOf } from '../../contracts/route.ts';

type Credentials = RequestOf<typeof login>;

/** In memory only: a password must not enter storage, an address or the history. */
let created: Credentials | null = null;

/** Keeps the new account for the login page. */
export function rememberNewAccount(credentials: Credentials) {
  created = credentials;
}

/** The account of this visit's set-up; null: none, or the page has forgotten it. */
export function readNewAccount(): Credentials | null {
  return created;
}

export function forgetNewAccount() {
  created = null;
}
