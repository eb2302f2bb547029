import type { join, lookAtLink } from '../../contracts/people/people.ts';
import type { CheckedRequestOf, ReplyOf } from '../../contracts/route.ts';
import { mayManage, type Role } from '../../contracts/access.constants.ts';
import { actorAs } from '../audit/actor.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { readAccount, type AccountRow, type Reads } from './account.store.ts';
import type { Accounts } from './account.ts';
import type { LoginThrottle } from './throttle/login-throttle.ts';
import { changePasswordIn } from './passwords/password.store.ts';
import type { Factors } from './factors/factors.ts';
import { hashPassword } from './passwords/password.ts';
import {
  endLinksFor,
  insertAccount,
  insertOneTimeLink,
  markUsed,
  readOneTimeLink,
  type OneTimeLinkRow,
} from './people.store.ts';
import type { Sessions } from './sessions.ts';
import type { Providers } from './sso/providers.ts';
import type { SsoLogins } from './sso/sso-logins.ts';
import { createToken, hashToken } from './tokens.ts';

const HOUR_SECONDS = 3600;
const lifetimes: Readonly<Record<OneTimeLinkRow['kind'], number>> = {
  invitation: 7 * 24 * HOUR_SECONDS,
  reset: HOUR_SECONDS,
  login: 600,
};

interface Grants {
  readonly role: Role;
  readonly sees_all: number;
}

interface NewLink {
  readonly kind: OneTimeLinkRow['kind'];
  /** 0 = an account that does not exist yet. */
  readonly account: number;
  readonly email: string;
  /** Of an account that exists: the link dies when its `epoch` changes. */
  readonly grants: Grants | { readonly epoch: number };
  /** The account that makes it; 0 = a command. */
  readonly by: number;
}

export async function createOneTimeLink(tx: Write, link: NewLink): Promise<string> {
  const secret = createToken('inv');
  const now = nowSeconds();
  if (link.account !== 0) await endLinksFor(tx, link.account, link.kind);
  await insertOneTimeLink(tx, {
    token_hash: hashToken(secret),
    kind: link.kind,
    account_id: link.account,
    email: link.email,
    grants: JSON.stringify(link.grants),
    created_by: link.by,
    created_at: now,
    expires_at: now + lifetimes[link.kind],
  });
  return secret;
}

export function readGrants(text: string): Grants {
  return JSON.parse(text) as Grants;
}

function readEpoch(text: string): number {
  return (JSON.parse(text) as { readonly epoch: number }).epoch;
}

interface JoinOptions {
  readonly engine: Engine;
  readonly accounts: Accounts;
  readonly factors: Pick<Factors, 'ask'>;
  readonly sessions: Sessions;
  readonly ssoLogins: Pick<SsoLogins, 'join'>;
  readonly providers: Pick<Providers, 'takesPassword'>;
  readonly throttle: LoginThrottle;
}

type Newcomer = Awaited<ReturnType<SsoLogins['join']>>;

/** Invitations, new passwords and logins by a link that works once. */
export class OneTimeLinks {
  readonly #options: JoinOptions;

  constructor(options: JoinOptions) {
    this.#options = options;
  }

  /** Throws `account.bad-link` and `account.too-many-attempts`. */
  async look(secret: string, call: Call): Promise<ReplyOf<typeof lookAtLink>> {
    const { engine, accounts } = this.#options;
    const { link, account } = await this.#find(secret, call);
    const maker = link.created_by === 0 ? null : await readAccount(engine.db, link.created_by);
    const granted = account ?? readGrants(link.grants);
    return {
      kind: link.kind,
      email: link.email,
      username: account?.username ?? '',
      role: granted.role,
      invited_by: maker?.username ?? '',
      takes_password: Number(await this.#takesPassword(link.kind, granted.role)),
      password_min: await accounts.passwordMin(account === null),
    };
  }

  /**
   * Throws `account.bad-link`, `account.name-taken`, `account.password-login-off`, `sso.failed`,
   * `sso.refused`, and what is wrong with a new password.
   */
  async use(input: CheckedRequestOf<typeof join>, call: Call) {
    const { accounts } = this.#options;
    const { link, account } = await this.#find(input.link, call);
    const names = [input.username ?? account?.username ?? '', link.email, call.hostname];
    if (link.kind === 'login') return this.#logIn(input.link, call);
    if (link.kind === 'invitation' && input.ticket !== undefined) {
      const newcomer = await this.#options.ssoLogins.join(input.ticket, call);
      return { ...(await this.#join(input, { hash: '', newcomer }, call)), ...newcomer.logout };
    }
    const { role } = account ?? readGrants(link.grants);
    if (!(await this.#takesPassword(link.kind, role))) {
      throw new Problem('account.password-login-off');
    }
    if (input.password === undefined) {
      throw new Problem('account.password-short', { field: 'password' });
    }
    await accounts.assertGood(input.password, 'password', { names, isFurther: account === null });
    const hash = await hashPassword(input.password);
    if (link.kind === 'reset') return this.#resetPassword(input.link, hash, call);
    return this.#join(input, { hash, newcomer: null }, call);
  }

  /** A password that is reset still confirms what is dangerous. */
  async #takesPassword(kind: OneTimeLinkRow['kind'], role: Role): Promise<boolean> {
    if (kind !== 'invitation') return kind === 'reset';
    return this.#options.providers.takesPassword(role);
  }

  #join(
    { username, link: secret }: CheckedRequestOf<typeof join>,
    { hash, newcomer }: { readonly hash: string; readonly newcomer: Newcomer | null },
    call: Call,
  ) {
    if (username === undefined) throw new Problem('account.name-invalid', { field: 'username' });
    return this.#options.engine.write(async (tx) => {
      const { link } = await this.#take(tx, secret);
      const { role, sees_all: seesAll } = readGrants(link.grants);
      const account = await insertAccount(tx, (id) => actorAs(call, { id, username }), {
        kind: 'person',
        username,
        email: link.email,
        password_hash: hash,
        role,
        sees_all: seesAll,
        created_at: nowSeconds(),
        created_by: link.created_by,
      });
      if (account === null) throw new Problem('account.name-taken', { field: 'username' });
      const joined = (await newcomer?.admit(tx, account)) ?? account;
      const begin = newcomer?.begin ?? { way: 'password' };
      return this.#options.sessions.begin(tx, joined, call, begin);
    });
  }

  /** Second factors stay: with some, the new password only begins a login. */
  async #resetPassword(secret: string, hash: string, call: Call) {
    const { engine, factors, sessions } = this.#options;
    const outcome = await engine.write(async (tx) => {
      const { account } = await this.#takeFor(tx, secret);
      await changePasswordIn(tx, {
        actor: actorAs(call, account),
        account,
        passwordHash: hash,
      });
      const changed = (await readAccount(tx, account.id)) ?? account;
      const needed = await factors.ask(tx, changed);
      return needed ?? sessions.begin(tx, account, call, { way: 'link' });
    });
    if (outcome instanceof Problem) throw outcome;
    return outcome;
  }

  #logIn(secret: string, call: Call) {
    return this.#options.engine.write(async (tx) => {
      const { account } = await this.#takeFor(tx, secret);
      return this.#options.sessions.begin(tx, account, call, { way: 'link' });
    });
  }

  async #find(secret: string, call: Call) {
    const { engine, throttle } = this.#options;
    const undo = await throttle.countLink(call.address);
    const found = await findLink(engine.db, secret);
    if (found === null) throw new Problem('account.bad-link');
    await undo();
    return found;
  }

  /** In its transaction a link is used once, even by two requests together. */
  async #take(tx: Write, secret: string) {
    const found = await findLink(tx, secret);
    if (found === null) throw new Problem('account.bad-link');
    await markUsed(tx, found.link.token_hash, nowSeconds());
    return found;
  }

  async #takeFor(tx: Write, secret: string): Promise<{ account: AccountRow }> {
    const { account } = await this.#take(tx, secret);
    if (account === null) throw new Problem('account.bad-link');
    return { account };
  }
}

async function findLink(
  db: Reads,
  secret: string,
): Promise<{ link: OneTimeLinkRow; account: AccountRow | null } | null> {
  const link = await readOneTimeLink(db, hashToken(secret), nowSeconds());
  if (link === null) return null;
  const account = link.account_id === 0 ? null : await readAccount(db, link.account_id);
  const isAlive = account?.is_active === 1 && account.epoch === readEpoch(link.grants);
  if (link.account_id !== 0 && !isAlive) return null;
  const { role } = account ?? readGrants(link.grants);
  return (await mayStillGive(db, link.created_by, role)) ? { link, account } : null;
}

/** A link dies when who made it may no longer manage such an account. 0 = a command made it. */
async function mayStillGive(db: Reads, by: number, role: Role): Promise<boolean> {
  if (by === 0) return true;
  const maker = await readAccount(db, by);
  if (maker === null || maker.is_active === 0) return false;
  return mayManage({ role: maker.role, seesAll: false }, role);
}
