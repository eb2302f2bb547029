import type { login } from '../../contracts/account.ts';
import type { RequestOf } from '../../contracts/route.ts';

/**
 * The account of this visit's set-up, for the login page. In memory only: a password must not enter
 * storage, an address or the history. Null: none, or the page has forgotten it.
 */
export const newAccount: { current: RequestOf<typeof login> | null } = { current: null };
