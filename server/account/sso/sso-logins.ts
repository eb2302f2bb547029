import type { Role } from '../../../contracts/access.constants.ts';
import { actorAs, actorOf } from '../../audit/actor.ts';
import { record } from '../../audit/record.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import { loggedIn } from '../../http/caller.ts';
import type { Call } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { accountTarget, readAccount, type AccountRow } from '../account.store.ts';
import type { Accounts } from '../account.ts';
import { selectFactors, listWays } from '../factors/factors.store.ts';
import type { Factors } from '../factors/factors.ts';
import { deleteSpentSteps, spendStep } from '../factors/steps.ts';
import type { Sessions } from '../sessions.ts';
import { nowSeconds } from '../../engine/now.ts';
import { admit, admitJoining, connect, type Refusal } from './admission.ts';
import type { Provider } from './provider.ts';
import { takesPassword, type Providers } from './providers.ts';
import { deleteIdentity, readIdentity, readIdentityOf, setRuled } from './sso.store.ts';
import type { Purpose, Ticket, Tickets } from './tickets.ts';

const HOUR_SECONDS = 3600;

interface SsoLoginsOptions {
  readonly engine: Engine;
  readonly providers: Providers;
  readonly tickets: Tickets;
  readonly accounts: Pick<Accounts, 'rememberAddress' | 'isKnown'>;
  readonly factors: Factors;
  readonly sessions: Sessions;
}

type Login = Awaited<ReturnType<Sessions['begin']>>;
type Outcome =
  | { readonly refusal: Refusal }
  | { readonly account: AccountRow; readonly login: Login | null };

/** What a ticket of single sign-on opens: a login, a connection, or a fresh login. */
export class SsoLogins {
  readonly #options: SsoLoginsOptions;
  readonly #engine: Engine;

  constructor(options: SsoLoginsOptions) {
    this.#options = options;
    this.#engine = options.engine;
  }

  /** Throws `sso.failed`, `sso.refused`, `account.disabled` and `account.factor-needed`. */
  async login(sealed: string, call: Call) {
    const { accounts, factors, sessions } = this.#options;
    const { ticket, provider } = await this.#open(sealed, 'login', call);
    const { settings } = provider;
    const begin = beginBy(ticket, settings);
    const outcome = await this.#engine.write(async (tx): Promise<Outcome> => {
      await this.#spend(tx, sealed, ticket);
      const account = await admit(tx, { person: ticket, settings, call });
      if (typeof account === 'string') return this.#refuseIn(tx, account, ticket, call);
      if (account.is_active === 0) throw new Problem('account.disabled');
      const isAsked = this.#asksSecondFactor(provider, account.role);
      const ways = isAsked ? listWays(await selectFactors(tx, account.id)) : [];
      if (ways.length > 0) return { account, login: null };
      const login = await sessions.begin(tx, account, call, begin);
      return { account, login };
    });
    if ('refusal' in outcome) throw refused(outcome.refusal);
    const { account, login } = outcome;
    if (login === null) {
      const begun = { seconds: begin.seconds, sid: begin.sid };
      const needed = await factors.ask(this.#options.engine.db, account, begun);
      if (needed !== null) throw needed;
      throw new Problem('sso.failed');
    }
    await accounts.rememberAddress(account.id, call);
    return { ...login, ...listLogout(provider) };
  }

  /** What accepts an invitation. Throws `sso.failed`; `admit` throws `sso.refused`. */
  async join(sealed: string, call: Call) {
    const { ticket, provider } = await this.#open(sealed, 'join', call);
    const { settings } = provider;
    return {
      begin: beginBy(ticket, settings),
      logout: listLogout(provider),
      admit: async (tx: Write, account: AccountRow): Promise<AccountRow> => {
        await this.#spend(tx, sealed, ticket);
        const joined = await admitJoining(tx, account, { person: ticket, settings, call });
        if (typeof joined === 'string') throw refused(joined);
        return joined;
      },
    };
  }

  /** How the caller may log in, besides passkeys. */
  async describe(account: number): Promise<{ has_password: number; has_sso: number }> {
    const { db } = this.#engine;
    const hash = (await readAccount(db, account))?.password_hash ?? '';
    const identity = await readIdentityOf(db, account);
    return { has_password: Number(hash !== ''), has_sso: Number(identity !== null) };
  }

  /** Connects the caller's account. Throws `sso.failed` and `sso.refused`. */
  async connect(sealed: string, call: Call): Promise<void> {
    const { account, username } = loggedIn(call.caller);
    const { ticket } = await this.#open(sealed, 'connect', call);
    await this.#engine.write(async (tx) => {
      await this.#spend(tx, sealed, ticket);
      if (await connect(tx, { id: account, username }, ticket, call)) return;
      throw refused('taken');
    });
  }

  /** Throws `sso.refused` when the caller could not log in any more. */
  async disconnect(call: Call): Promise<void> {
    const { account: id, username } = loggedIn(call.caller);
    const allowed = await this.#options.providers.passwordLogin();
    await this.#engine.write(async (tx) => {
      if ((await readIdentityOf(tx, id)) === null) return;
      const account = await readAccount(tx, id);
      if (account === null) return;
      const hasPassword = account.password_hash !== '' && takesPassword(allowed, account.role);
      const hasPasskey = (await selectFactors(tx, id)).some(({ kind }) => kind === 'passkey');
      if (!hasPassword && !hasPasskey) throw refused('only_way');
      await deleteIdentity(tx, id);
      await setRuled(tx, id, false);
      const target = accountTarget({ id, username });
      await record(tx, actorOf(call), { action: 'account.sso_disconnected', target });
    });
  }

  /** Proves who calls by a new login at the provider. Throws `sso.failed` and `sso.refused`. */
  async confirm(sealed: string, code: string | undefined, call: Call): Promise<void> {
    const { accounts, factors } = this.#options;
    const { account, role } = loggedIn(call.caller);
    const { ticket, provider } = await this.#open(sealed, 'confirm', call);
    const identity = await readIdentity(this.#engine.db, ticket);
    if (identity?.account_id !== account) throw refused('other_account');
    const isAsked = this.#asksSecondFactor(provider, role);
    const isKnown = await accounts.isKnown(account, call);
    const proof = isAsked ? await factors.confirm({ code }, isKnown, call) : null;
    await this.#engine.write(async (tx) => {
      await this.#spend(tx, sealed, ticket);
      await proof?.use(tx);
    });
    await proof?.succeed();
  }

  #asksSecondFactor({ settings }: Provider, role: Role): boolean {
    return settings.asks_second_factor || this.#options.sessions.demandsFactor(role);
  }

  /** Throws `sso.failed` for a ticket of another browser, purpose, provider or time. */
  async #open(
    sealed: string,
    purpose: Purpose,
    call: Call,
  ): Promise<{ ticket: Ticket; provider: Provider }> {
    const ticket = this.#options.tickets.open(sealed, purpose, call);
    const provider = await this.#options.providers.get(ticket.provider);
    return { ticket, provider };
  }

  async #spend(tx: Write, sealed: string, ticket: Ticket): Promise<void> {
    await spendStep(tx, sealed, ticket);
    await deleteSpentSteps(tx, nowSeconds());
  }

  /** The person is known at the provider, so that this is worth a row. */
  async #refuseIn(tx: Write, refusal: Refusal, ticket: Ticket, call: Call): Promise<Outcome> {
    const unknown = actorAs(call, { id: 0, username: 'unknown' });
    const target = { kind: 'sso', name: refusal };
    const present = { issuer: ticket.issuer };
    await record(tx, unknown, { action: 'login.sso_refused', target, present });
    return { refusal };
  }
}

function beginBy({ sid }: Ticket, { session_hours: hours }: Provider['settings']) {
  return { way: 'sso', seconds: hours * HOUR_SECONDS, sid } as const;
}

function listLogout({ id, settings }: Provider): { logs_out_at?: string } {
  return settings.logs_out_there ? { logs_out_at: `/login/sso/${id}/logout` } : {};
}

function refused(reason: Refusal): Problem {
  return new Problem('sso.refused', { data: { reason } });
}
