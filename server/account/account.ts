import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Call, Caller } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import {
  ACCOUNT_ID,
  deleteSession,
  hasApiToken,
  insertAccount,
  insertApiToken,
  insertSession,
  selectAccount,
  selectApiToken,
  selectLoginAddresses,
  selectSession,
  updateApiToken,
  updatePassword,
  type ApiTokenRow,
} from './account.store.ts';
import { LoginThrottle } from './login-throttle.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { createToken, hashToken, LOGIN_SECONDS, type TokenSeal } from './tokens.ts';

interface AccountOptions {
  readonly engine: Engine;
  readonly seal: TokenSeal;
  /** Whether a failed login tells which of user name and password was wrong. */
  readonly tellsLoginFault: () => boolean;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

interface NewAccount extends Credentials {
  readonly email: string;
}

/** The rules of signing in and of the API token. */
export class Accounts {
  readonly #engine: Engine;
  readonly #seal: TokenSeal;
  readonly #tellsLoginFault: () => boolean;
  readonly #throttle: LoginThrottle;

  constructor({ engine, seal, tellsLoginFault }: AccountOptions) {
    this.#engine = engine;
    this.#throttle = new LoginThrottle(engine);
    this.#seal = seal;
    this.#tellsLoginFault = tellsLoginFault;
  }

  /** Creates the one account. Throws `account.exists` when the site is set up already. */
  async init(input: NewAccount): Promise<void> {
    if (!(await this.ensure(input))) throw new Problem('account.exists');
  }

  /** Creates the one account unless there is one; tells whether it did. */
  async ensure(input: NewAccount): Promise<boolean> {
    if (await this.isSetUp()) return false;
    return insertAccount(this.#engine, {
      username: input.username,
      email: input.email,
      password_hash: await hashPassword(input.password),
      created_at: nowSeconds(),
    });
  }

  async isSetUp(): Promise<boolean> {
    return (await selectAccount(this.#engine)) !== null;
  }

  async getProfile(): Promise<{ username: string; email: string }> {
    const account = await selectAccount(this.#engine);
    return { username: account?.username ?? '', email: account?.email ?? '' };
  }

  /** Gives a login token for 30 days, or throws the problem that says what was wrong. */
  async login(input: Credentials, call: Call) {
    await this.#beginAttempt(input.username, call);
    const account = await selectAccount(this.#engine);
    const hash = account?.username === input.username ? account.password_hash : null;
    if (!(await verifyPassword(input.password, hash))) {
      if (!this.#tellsLoginFault()) throw new Problem('account.login-wrong');
      throw new Problem(hash === null ? 'account.username-unknown' : 'account.password-wrong');
    }
    await this.#throttle.succeed(input.username, call.address);
    const token = createToken('web');
    const now = nowSeconds();
    const origin = { ip: call.address, user_agent: call.userAgent };
    const expiresAt = now + LOGIN_SECONDS;
    await insertSession(this.#engine, {
      token_hash: hashToken(token),
      account_id: ACCOUNT_ID,
      created_at: now,
      expires_at: expiresAt,
      ...origin,
    });
    return { token, expires_at: expiresAt, username: input.username, ...origin };
  }

  /**
   * Changes the password and ends every login but the caller's. Wrong old passwords are slowed
   * down like failed logins. Throws `account.old-password-wrong`.
   */
  async changePassword(
    input: { readonly old_password: string; readonly new_password: string },
    call: Call,
  ): Promise<void> {
    const account = await selectAccount(this.#engine);
    const username = account?.username ?? '';
    await this.#beginAttempt(username, call);
    if (!(await verifyPassword(input.old_password, account?.password_hash ?? null))) {
      throw new Problem('account.old-password-wrong');
    }
    await this.#throttle.succeed(username, call.address);
    const kept = call.caller.kind === 'login' ? call.caller.tokenHash : '';
    await updatePassword(this.#engine, await hashPassword(input.new_password), kept);
  }

  /** Ends a login; the API token is no login, so it stays. */
  async logout(caller: Caller): Promise<void> {
    if (caller.kind === 'login') await deleteSession(this.#engine, caller.tokenHash);
  }

  /** Finds who holds a token; throws `call.bad-token` or `call.token-expired`. */
  async authenticate(token: string): Promise<Caller> {
    const tokenHash = hashToken(token);
    if (token.startsWith('sk-')) {
      if (await hasApiToken(this.#engine, tokenHash)) return { kind: 'api-token' };
      throw new Problem('call.bad-token');
    }
    const session = await selectSession(this.#engine, tokenHash);
    if (session === null) throw new Problem('call.bad-token');
    if (session.expires_at <= nowSeconds()) throw new Problem('call.token-expired');
    return { kind: 'login', tokenHash };
  }

  async getApiToken() {
    const row = await selectApiToken(this.#engine);
    if (row === null) throw new Problem('token.none');
    const { ip, user_agent: userAgent } = row;
    return { token: this.#seal.open(row.token_sealed), expires_at: 0, ip, user_agent: userAgent };
  }

  /** Throws `token.exists` when there is one, which stays. */
  async createApiToken(call: Call): Promise<{ token: string }> {
    const { token, row } = this.#drawApiToken(call);
    if (!(await insertApiToken(this.#engine, row))) throw new Problem('token.exists');
    return { token };
  }

  /** The old token ends at once. Throws `token.none-to-change`. */
  async changeApiToken(call: Call): Promise<{ token: string }> {
    const { token, row } = this.#drawApiToken(call);
    if (!(await updateApiToken(this.#engine, row))) throw new Problem('token.none-to-change');
    return { token };
  }

  /** Sets a new password and ends every login; false when the site is not set up. */
  async resetPassword(password: string): Promise<boolean> {
    return updatePassword(this.#engine, await hashPassword(password), '');
  }

  /** Counts a try at the password; where the owner has logged in, strangers do not hold it up. */
  #beginAttempt(username: string, call: Call): Promise<void> {
    return this.#throttle.begin(username, call.address, () => selectLoginAddresses(this.#engine));
  }

  #drawApiToken(call: Call): { token: string; row: ApiTokenRow } {
    const token = createToken('sk');
    const row = {
      account_id: ACCOUNT_ID,
      token_hash: hashToken(token),
      token_sealed: this.#seal.seal(token),
      ip: call.address,
      user_agent: call.userAgent,
      created_at: nowSeconds(),
    };
    return { token, row };
  }
}
