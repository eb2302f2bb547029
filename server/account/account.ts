import { rightsOf, FRESH_SECONDS } from '../../contracts/access.constants.ts';
import type { changePassword, init, login, setAccount } from '../../contracts/account.ts';
import {
  countCharacters,
  PASSWORD_MIN,
  PASSWORD_MIN_WITH_OTHERS,
} from '../../contracts/password.ts';
import type { CheckedRequestOf } from '../../contracts/route.ts';
import { FIRST_ACCOUNT } from '../access/reach.ts';
import { actorAs, actorOf, type Actor } from '../audit/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { isFreshLogin, loggedIn, signedIn } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import {
  hasAccounts,
  insertFirstAccount,
  readAccount,
  readAccountByName,
  updateProfile,
  type AccountRow,
  type Profile,
} from './account.store.ts';
import { replacePasswordHash, updatePassword } from './passwords/password.store.ts';
import { runOrUndo } from './throttle/back-off.ts';
import { selectIsKnown, upsertKnownAddress } from './known-address.store.ts';
import type { LoginThrottle } from './throttle/login-throttle.ts';
import {
  hashPassword,
  matchPassword,
  type PasswordMatch,
  type Priority,
} from './passwords/password.ts';
import type { confirmSession } from '../../contracts/people/sessions.ts';
import type { Factors } from './factors/factors.ts';
import type { Sessions } from './sessions.ts';
import { takesPassword, type Providers } from './sso/providers.ts';
import { isWeakPassword } from './passwords/weak-password.ts';

interface AccountOptions {
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly throttle: LoginThrottle;
  readonly factors: Pick<Factors, 'hasTotp' | 'finishLogin' | 'confirm'>;
  readonly hashAddress: (address: string) => string;
  readonly siteNames: () => readonly string[];
  /** The fewest characters of a new password; 0 = the setting was never saved. */
  readonly passwordMin: () => number;
  /** Whether a failed login says which of user name and password was wrong. */
  readonly revealsLoginFault: (hasOthers: boolean) => boolean;
  readonly providers: Pick<Providers, 'passwordLogin'>;
}

export type NewAccount = CheckedRequestOf<typeof init>;

/** People who log in with a password: set-up, login, and what each changes of itself. */
export class Accounts {
  readonly #options: AccountOptions;
  readonly #engine: Engine;
  #settingUp: Promise<unknown> = Promise.resolve();

  constructor(options: AccountOptions) {
    this.#options = options;
    this.#engine = options.engine;
  }

  /** Throws `account.exists` when the site is set up, and `account.password-weak`. */
  async init(input: NewAccount, call: Call): Promise<void> {
    const actor = actorAs(call, { id: FIRST_ACCOUNT, username: input.username });
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
    this.#assertStrong(input.password, 'password', [input.username, input.email, hostname]);
    return insertFirstAccount(this.#engine, actor, {
      username: input.username,
      email: input.email,
      password_hash: await hashPassword(input.password),
      created_at: nowSeconds(),
    });
  }

  isSetUp(): Promise<boolean> {
    return hasAccounts(this.#engine.db);
  }

  find(by: string | number): Promise<AccountRow | null> {
    return typeof by === 'string'
      ? readAccountByName(this.#engine.db, by)
      : readAccount(this.#engine.db, by);
  }

  async describe({ caller }: Call) {
    const signed = signedIn(caller);
    const account = await readAccount(this.#engine.db, signed.account);
    if (account === null) throw new Problem('call.bad-token');
    const { id, username, email, language, role, sees_all } = account;
    return {
      id,
      username,
      email,
      language,
      role,
      sees_all,
      may: rightsOf(signed),
      fresh_until: signed.via === 'login' ? signed.confirmedAt + FRESH_SECONDS : 0,
      has_others: Number(signed.hasOthers),
      is_limited: Number(signed.via === 'login' && signed.isLimited),
    };
  }

  /**
   * Throws `account.old-password-wrong`, `account.name-taken`, and `account.password-weak` if the
   * new name makes it so.
   */
  async setProfile(
    { password, username, email, language }: CheckedRequestOf<typeof setAccount>,
    call: Call,
  ): Promise<Profile> {
    const { account, username: former } = signedIn(call.caller);
    const hasPassword = (await readAccount(this.#engine.db, account))?.password_hash !== '';
    if (hasPassword) await this.assertPassword(password, call);
    else if (!isFreshLogin(loggedIn(call.caller))) throw new Problem('call.confirmation-missing');
    if (hasPassword && username !== undefined && username !== former) {
      this.#assertStrong(password ?? '', 'password', [username, call.hostname]);
    }
    const profile = await updateProfile(this.#engine, actorOf(call), account, {
      ...(username !== undefined && { username }),
      ...(email !== undefined && { email }),
      ...(language !== undefined && { language }),
    });
    if (profile === null) throw new Problem('account.name-taken', { field: 'username' });
    return profile;
  }

  /** Returns a login token for 30 days, or throws a problem that says what was wrong. */
  async login({ username, password }: CheckedRequestOf<typeof login>, call: Call) {
    const { address } = call;
    const allowed = await this.#options.providers.passwordLogin();
    if (allowed === 'none') throw new Problem('account.password-login-off');
    const account = await readAccountByName(this.#engine.db, username);
    const mark = this.#options.hashAddress(address);
    const place = { account: account?.id ?? 0, mark };
    const isKnown = await selectIsKnown(this.#engine, place, nowSeconds());
    const hasOthers = await hasAccounts(this.#engine.db, 2);
    const attempt = { username, address, isKnown, hasOthers };
    const { undo, succeed } = await this.#options.throttle.countLogin(attempt);
    const hash = account === null || account.password_hash === '' ? null : account.password_hash;
    const priority = isKnown ? 'high' : 'low';
    const { match, code } = await runOrUndo(undo, () =>
      this.#match(password, hash, { account, priority }),
    );
    if (match === 'none' || account === null || hash === null) {
      if (!this.#options.revealsLoginFault(hasOthers)) throw new Problem('account.login-wrong');
      throw new Problem(hash === null ? 'account.username-unknown' : 'account.password-wrong');
    }
    await succeed();
    if (account.is_active === 0) throw new Problem('account.disabled');
    if (!takesPassword(allowed, account.role)) throw new Problem('account.password-login-off');
    if (match === 'typed' && code === null) {
      await replacePasswordHash(this.#engine, hash, await hashPassword(password));
    }
    const reply = await this.#options.factors.finishLogin(account, call, { code, isKnown });
    await this.rememberAddress(account.id, call);
    return reply;
  }

  /**
   * With an authenticator app, a password may have a blank and its code behind it: pages without a
   * field for the code log in this way.
   */
  async #match(
    typed: string,
    hash: string | null,
    { account, priority }: { readonly account: AccountRow | null; readonly priority: Priority },
  ): Promise<{ match: PasswordMatch; code: string | null }> {
    const match = await matchPassword(typed, hash, priority);
    const parts = /^(?<password>[^]+) (?<code>\d{6})$/.exec(typed)?.groups;
    if (match !== 'none' || parts === undefined) return { match, code: null };
    const { password = '', code = '' } = parts;
    // Without an app it takes as long, so that the time does not tell who has one.
    const hasApp = account !== null && (await this.#options.factors.hasTotp(account.id));
    const parted = await matchPassword(password, hasApp ? hash : null, priority);
    return hasApp ? { match: parted, code } : { match, code: null };
  }

  async isKnown(account: number, { address }: Call): Promise<boolean> {
    const place = { account, mark: this.#options.hashAddress(address) };
    return selectIsKnown(this.#engine, place, nowSeconds());
  }

  async rememberAddress(account: number, { address }: Call): Promise<void> {
    const place = { account, mark: this.#options.hashAddress(address) };
    await upsertKnownAddress(this.#engine, place, nowSeconds());
  }

  /** Proves who calls: by password and code, or by a passkey. */
  async confirm(
    { password, ...second }: CheckedRequestOf<typeof confirmSession>,
    call: Call,
  ): Promise<void> {
    if (second.step === undefined) await this.assertPassword(password ?? '', call);
    const isKnown = await this.isKnown(signedIn(call.caller).account, call);
    const { use, succeed } = await this.#options.factors.confirm(second, isKnown, call);
    await this.#engine.write(use);
    await succeed();
  }

  /** Ends all other sessions. Throws `account.old-password-wrong` and `account.password-weak`. */
  async changePassword(input: CheckedRequestOf<typeof changePassword>, call: Call): Promise<void> {
    const { account, username, tokenHash: keptTokenHash } = signedIn(call.caller);
    const email = (await readAccount(this.#engine.db, account))?.email ?? '';
    const names = [username, email, call.hostname];
    await this.assertGood(input.new_password, 'new_password', { names, isFurther: false });
    await this.assertPassword(input.old_password, call);
    await updatePassword(this.#engine, {
      actor: actorOf(call),
      account: { id: account, username },
      passwordHash: await hashPassword(input.new_password),
      keptTokenHash,
      keepsApiToken: input.keep_api_token,
      endsNamedTokens: input.end_named_tokens,
    });
  }

  /** The password of the caller. Throws `account.old-password-wrong` and `account.too-many-attempts`. */
  async assertPassword(password: string | undefined, { caller, address }: Call): Promise<void> {
    if (password === undefined)
      throw new Problem('account.password-missing', { field: 'password' });
    const { account, username, hasOthers, tokenHash } = loggedIn(caller);
    const { throttle } = this.#options;
    const attempt = { username, address, hasOthers };
    await throttle.countPasswordChange(tokenHash, attempt);
    const hash = (await readAccount(this.#engine.db, account))?.password_hash;
    const match = await matchPassword(password, hash === '' ? null : (hash ?? null), 'high');
    if (match === 'none') throw new Problem('account.old-password-wrong');
    await throttle.resetPasswordChange(tokenHash, attempt);
  }

  /** Ends all sessions. False when the site has no such account. Throws `account.password-weak`. */
  async resetPassword(
    username: string,
    password: string,
    { keepsTokens, actor }: { readonly keepsTokens: boolean; readonly actor: Actor },
  ): Promise<boolean> {
    const account = await readAccountByName(this.#engine.db, username);
    if (account === null) return false;
    await this.assertGood(password, 'password', {
      names: [account.username, account.email],
      isFurther: false,
    });
    return updatePassword(this.#engine, {
      actor,
      account,
      passwordHash: await hashPassword(password),
      keepsApiToken: keepsTokens,
      endsNamedTokens: !keepsTokens,
    });
  }

  /** Characters that a new password needs: more where several people may guess. */
  async passwordMin(isFurther: boolean): Promise<number> {
    const least = this.#options.passwordMin();
    if (least > 0) return least;
    const hasOthers = isFurther || (await hasAccounts(this.#engine.db, 2));
    return hasOthers ? PASSWORD_MIN_WITH_OTHERS : PASSWORD_MIN;
  }

  /** Throws `account.password-short` and `account.password-weak`. */
  async assertGood(
    password: string,
    field: string,
    { names, isFurther }: { readonly names: readonly string[]; readonly isFurther: boolean },
  ): Promise<void> {
    const least = await this.passwordMin(isFurther);
    if (countCharacters(password) < least) throw new Problem('account.password-short', { field });
    this.#assertStrong(password, field, names, least >= PASSWORD_MIN_WITH_OTHERS);
  }

  #assertStrong(password: string, field: string, names: readonly string[], isStrict = false): void {
    const allNames = [...names, ...this.#options.siteNames()];
    if (isWeakPassword(password, { names: allNames, isStrict })) {
      throw new Problem('account.password-weak', { field });
    }
  }
}
