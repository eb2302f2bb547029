import { defaultScopes } from '../../contracts/access.ts';
import type { changePassword, init, login, setAccount } from '../../contracts/account.ts';
import type { CheckedRequestOf } from '../../contracts/route.ts';
import { actorAs, actorOf, type Actor } from '../audit/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { signedIn, type SignedIn } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import {
  deleteSession,
  FIRST_ACCOUNT,
  insertApiToken,
  insertFirstAccount,
  insertSession,
  replacePasswordHash,
  selectAccount,
  selectApiToken,
  selectFirstAccount,
  selectSealedTokens,
  selectTokenOwner,
  updateApiToken,
  updatePassword,
  updateProfile,
  type Profile,
  type ApiTokenRow,
} from './account.store.ts';
import { runOrUndo } from './back-off.ts';
import { selectIsKnown, upsertKnownAddress } from './known-address.store.ts';
import { LoginThrottle } from './login-throttle.ts';
import { hashPassword, matchPassword } from './password.ts';
import { createToken, hashToken, LOGIN_SECONDS, type TokenCipher } from './tokens.ts';
import { isWeakPassword } from './weak-password.ts';

interface AccountOptions {
  readonly engine: Engine;
  readonly cipher: TokenCipher;
  readonly hashAddress: (address: string) => string;
  readonly siteNames: () => readonly string[];
  /** Whether a failed login says which of user name and password was wrong. */
  readonly revealsLoginFault: () => boolean;
}

export type NewAccount = CheckedRequestOf<typeof init>;

export class Accounts {
  readonly #options: AccountOptions;
  readonly #engine: Engine;
  readonly #throttle: LoginThrottle;
  #settingUp: Promise<unknown> = Promise.resolve();

  constructor(options: AccountOptions) {
    this.#options = options;
    this.#engine = options.engine;
    this.#throttle = new LoginThrottle(options.engine);
  }

  /** Throws `account.exists` when the site is set up, and `account.password-weak`. */
  async init(input: NewAccount, call: Call): Promise<void> {
    const actor = actorAs(call, FIRST_ACCOUNT, input.username);
    if (!(await this.ensure(input, actor, call.hostname))) throw new Problem('account.exists');
  }

  /** Returns false when an account exists. Throws `account.password-weak`. */
  ensure(input: NewAccount, actor: Actor, hostname = ''): Promise<boolean> {
    // One at a time, so that a hundred requests cost one hash.
    const created = this.#settingUp.then(() => this.#create(input, actor, hostname));
    this.#settingUp = created.catch(() => undefined);
    return created;
  }

  async #create(input: NewAccount, actor: Actor, hostname: string): Promise<boolean> {
    if (await this.isSetUp()) return false;
    this.#assertStrong(input.password, 'password', [input.username, hostname]);
    return insertFirstAccount(this.#engine, actor, {
      username: input.username,
      email: input.email,
      password_hash: await hashPassword(input.password),
      created_at: nowSeconds(),
    });
  }

  async isSetUp(): Promise<boolean> {
    return (await selectFirstAccount(this.#engine)) !== null;
  }

  async readUsername(): Promise<string> {
    return (await selectFirstAccount(this.#engine))?.username ?? '';
  }

  async getProfile({ caller }: Call): Promise<Profile> {
    const account = await selectAccount(this.#engine, signedIn(caller).account);
    const { username = '', email = '', language = '' } = account ?? {};
    return { username, email, language };
  }

  /** Throws `account.old-password-wrong`, and `account.password-weak` if the new name makes it so. */
  async setProfile(
    { password, username, email, language }: CheckedRequestOf<typeof setAccount>,
    call: Call,
  ): Promise<Profile> {
    const { account, username: former } = signedIn(call.caller);
    await this.#assertPassword(password, call);
    if (username !== undefined && username !== former) {
      this.#assertStrong(password, 'password', [username, call.hostname]);
    }
    return updateProfile(this.#engine, actorOf(call), account, {
      ...(username !== undefined && { username }),
      ...(email !== undefined && { email }),
      ...(language !== undefined && { language }),
    });
  }

  /** Returns a login token for 30 days, or throws a problem that says what was wrong. */
  async login(input: CheckedRequestOf<typeof login>, call: Call) {
    const { username, password } = input;
    const mark = this.#options.hashAddress(call.address);
    const isKnown = await selectIsKnown(this.#engine, mark, nowSeconds());
    const undo = await this.#throttle.countLogin(username, call.address, isKnown);
    const account = await selectFirstAccount(this.#engine);
    const hash = account?.username === username ? account.password_hash : null;
    const priority = isKnown ? 'high' : 'low';
    const match = await runOrUndo(undo, () => matchPassword(password, hash, priority));
    if (match === 'none' || account === null || hash === null) {
      if (!this.#options.revealsLoginFault()) throw new Problem('account.login-wrong');
      throw new Problem(hash === null ? 'account.username-unknown' : 'account.password-wrong');
    }
    await this.#throttle.resetLogin(username, call.address);
    await upsertKnownAddress(this.#engine, mark, nowSeconds());
    if (match === 'typed') {
      await replacePasswordHash(this.#engine, hash, await hashPassword(password));
    }
    const token = createToken('web');
    const expiresAt = nowSeconds() + LOGIN_SECONDS;
    await insertSession(this.#engine, actorAs(call, account.id, username), {
      token_hash: hashToken(token),
      account_id: account.id,
      expires_at: expiresAt,
    });
    return {
      token,
      expires_at: expiresAt,
      username,
      ...(account.language !== '' && { language: account.language }),
      ip: call.address,
      user_agent: call.userAgent,
    };
  }

  /** Ends all other sessions. Throws `account.old-password-wrong` and `account.password-weak`. */
  async changePassword(input: CheckedRequestOf<typeof changePassword>, call: Call): Promise<void> {
    const { account, username, tokenHash: keptTokenHash } = signedIn(call.caller);
    this.#assertStrong(input.new_password, 'new_password', [username, call.hostname]);
    await this.#assertPassword(input.old_password, call);
    await updatePassword(this.#engine, {
      actor: actorOf(call),
      account: { id: account, username },
      passwordHash: await hashPassword(input.new_password),
      keptTokenHash,
      keepsApiToken: input.keep_api_token ?? false,
    });
  }

  /** Throws `account.old-password-wrong` and `account.too-many-attempts`. */
  async #assertPassword(password: string, { caller, address }: Call): Promise<void> {
    const { account, tokenHash } = signedIn(caller);
    await this.#throttle.countPasswordChange(tokenHash, address);
    const hash = (await selectAccount(this.#engine, account))?.password_hash ?? null;
    if ((await matchPassword(password, hash, 'high')) === 'none') {
      throw new Problem('account.old-password-wrong');
    }
    await this.#throttle.resetPasswordChange(tokenHash, address);
  }

  async logout(call: Call): Promise<void> {
    const { via, tokenHash } = signedIn(call.caller);
    if (via === 'login') await deleteSession(this.#engine, actorOf(call), tokenHash);
  }

  /** Throws `call.bad-token`, `call.bad-api-token` or `call.token-expired`. */
  async authenticate(token: string): Promise<SignedIn> {
    const via = token.startsWith('sk-') ? 'token' : 'login';
    const tokenHash = hashToken(token);
    const kind = via === 'token' ? 'api_token' : 'session';
    const owner = await selectTokenOwner(this.#engine, kind, tokenHash);
    if (owner === null) {
      throw new Problem(token.startsWith('web-') ? 'call.bad-token' : 'call.bad-api-token');
    }
    const { id: account, role, username, expires_at: expiresAt } = owner;
    if (expiresAt > 0 && expiresAt <= nowSeconds()) throw new Problem('call.token-expired');
    return { account, role, username, via, scopes: defaultScopes, tokenHash };
  }

  /** False when a lost key encrypted an API token. */
  async canShowApiTokens(): Promise<boolean> {
    const sealed = await selectSealedTokens(this.#engine);
    return sealed.every((token) => this.#options.cipher.decrypt(token) !== null);
  }

  /** Throws `token.none`, and `token.unreadable` when the key is lost. */
  async getApiToken({ caller }: Call) {
    const row = await selectApiToken(this.#engine, signedIn(caller).account);
    if (row === null) throw new Problem('token.none');
    const token = this.#options.cipher.decrypt(row.token_sealed);
    if (token === null) throw new Problem('token.unreadable');
    return { token, expires_at: 0, ip: row.ip, user_agent: row.user_agent };
  }

  /** Throws `token.exists` when a token exists; it stays. */
  async createApiToken(call: Call): Promise<{ token: string }> {
    const { token, row } = this.#generateApiToken(call);
    if (!(await insertApiToken(this.#engine, actorOf(call), row)))
      throw new Problem('token.exists');
    return { token };
  }

  /** The old token ends at once. Throws `token.none-to-change`. */
  async changeApiToken(call: Call): Promise<{ token: string }> {
    const { token, row } = this.#generateApiToken(call);
    if (!(await updateApiToken(this.#engine, actorOf(call), row)))
      throw new Problem('token.none-to-change');
    return { token };
  }

  /** Ends all sessions. False when the site is not set up. Throws `account.password-weak`. */
  async resetPassword(password: string, keepsApiToken: boolean, actor: Actor): Promise<boolean> {
    const account = await selectFirstAccount(this.#engine);
    if (account === null) return false;
    this.#assertStrong(password, 'password', [account.username]);
    return updatePassword(this.#engine, {
      actor,
      account,
      passwordHash: await hashPassword(password),
      keptTokenHash: '',
      keepsApiToken,
    });
  }

  #assertStrong(password: string, field: string, names: readonly string[]): void {
    if (isWeakPassword(password, [...names, ...this.#options.siteNames()])) {
      throw new Problem('account.password-weak', { field });
    }
  }

  #generateApiToken(call: Call): { token: string; row: ApiTokenRow } {
    const token = createToken('sk');
    const row = {
      account_id: signedIn(call.caller).account,
      token_hash: hashToken(token),
      token_sealed: this.#options.cipher.encrypt(token),
      ip: call.address,
      user_agent: call.userAgent,
      created_at: nowSeconds(),
    };
    return { token, row };
  }
}
