import type { loginSecond, PasskeyAnswer } from '../../../contracts/people/factors.ts';
import type { confirmSession } from '../../../contracts/people/sessions.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { actorAs } from '../../audit/actor.ts';
import { record } from '../../audit/record.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { loggedIn } from '../../http/caller.ts';
import type { Call } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { accountTarget, readAccount, type AccountRow, type Reads } from '../account.store.ts';
import type { Sessions } from '../sessions.ts';
import type { FactorThrottle } from '../throttle/factor-throttle.ts';
import { hashRecoveryCode } from './codes.ts';
import {
  listWays,
  selectFactors,
  selectHasPasskeys,
  selectPasskey,
  usePasskey,
  useRecoveryCode,
  useTotp,
  type FactorRow,
} from './factors.store.ts';
import { askForPasskey, checkPasskey, findPasskeySite, passkeySiteOf } from './passkeys.ts';
import type { Seal } from '../encryption.ts';
import { deleteSpentSteps, spendStep, Steps, type SsoBegin, type Step } from './steps.ts';
import { matchTotp, TOTP } from './totp.ts';

interface FactorsOptions {
  readonly engine: Engine;
  readonly seal: Seal;
  readonly sessions: Sessions;
  readonly throttle: FactorThrottle;
  readonly baseUrl: URL | null;
}

type Second = Pick<CheckedRequestOf<typeof loginSecond>, 'code' | 'recovery_code'>;
type Confirmation = Pick<CheckedRequestOf<typeof confirmSession>, 'code' | 'step' | 'passkey'>;

/** What a proof of a second factor does in the transaction of what it opens. */
type Use = (tx: Write) => Promise<void>;

interface Proof {
  readonly use: Use;
  /** After the transaction: a right proof clears the wrong ones before it. */
  readonly succeed: () => Promise<unknown>;
}

const nothing: Proof = { use: async () => undefined, succeed: async () => undefined };

interface KnownAddresses {
  isKnown(account: number): Promise<boolean>;
  remember(account: number): Promise<void>;
}

interface PasswordLogin {
  /** Typed behind the password; null: none. */
  readonly code: string | null;
  readonly isKnown: boolean;
}

/** Second factors: authenticator apps, passkeys and recovery codes. */
export class Factors {
  readonly #options: FactorsOptions;
  readonly #engine: Engine;
  readonly #steps: Steps;

  constructor(options: FactorsOptions) {
    this.#options = options;
    this.#engine = options.engine;
    this.#steps = new Steps(options.seal);
  }

  async hasTotp(account: number): Promise<boolean> {
    return (await selectFactors(this.#engine.db, account)).some(({ kind }) => kind === TOTP);
  }

  /**
   * The password was right. Throws `account.factor-needed` with the step that
   * {@link loginSecond} takes, and `account.factor-wrong`.
   */
  async finishLogin(account: AccountRow, call: Call, { code, isKnown }: PasswordLogin) {
    const factors = await selectFactors(this.#engine.db, account.id);
    const ways = listWays(factors);
    if (ways.length === 0) {
      return this.#begin(account, call, { proof: nothing, way: 'password' });
    }
    if (code === null) throw this.#ask(account, ways);
    const proof = await this.#prove(account, { code }, { call, isKnown });
    return this.#begin(account, call, { proof, way: 'password' });
  }

  /** After a new password by a link, or single sign-on: what the login still needs; null = nothing. */
  async ask(db: Reads, account: AccountRow, sso?: SsoBegin): Promise<Problem | null> {
    const ways = listWays(await selectFactors(db, account.id));
    return ways.length === 0 ? null : this.#ask(account, ways, sso);
  }

  #ask({ id, epoch }: AccountRow, ways: readonly string[], sso?: SsoBegin): Problem {
    const step = this.#steps.close('login', { account: id, epoch, challenge: '', sso });
    return new Problem('account.factor-needed', { data: { ...step, ways } });
  }

  /** Throws `account.step-over`, `account.factor-wrong` and `account.too-many-attempts`. */
  async loginSecond(
    { step: sealed, ...second }: CheckedRequestOf<typeof loginSecond>,
    addresses: KnownAddresses,
    call: Call,
  ) {
    const step = this.#steps.open('login', sealed);
    const account = await this.#accountOf(step);
    const place = { call, isKnown: await addresses.isKnown(account.id) };
    const proof = spending(sealed, step, await this.#prove(account, second, place));
    const begin =
      step.sso === undefined
        ? ({ proof, way: 'password' } as const)
        : ({ proof, way: 'sso', ...step.sso } as const);
    const reply = await this.#begin(account, call, begin);
    await addresses.remember(account.id);
    return reply;
  }

  async beginPasskeyLogin(call: Call) {
    const site = passkeySiteOf(this.#options.baseUrl, call);
    await this.#options.throttle.countBegin(call.address);
    const options = await askForPasskey(site);
    const begun = { account: 0, epoch: 0, challenge: options.challenge };
    const { step } = this.#steps.close('passkey-login', begun);
    return { step, options: { ...options } };
  }

  /** Throws `account.step-over`, `account.passkey-wrong` and `account.disabled`. */
  async loginWithPasskey(sealed: string, answer: PasskeyAnswer, call: Call) {
    const step = this.#steps.open('passkey-login', sealed);
    const { passkey, use } = await this.#provePasskey(answer, step, call);
    const proof = spending(sealed, step, { ...nothing, use });
    const account = await readAccount(this.#engine.db, passkey.account_id);
    if (account === null) throw new Problem('account.passkey-wrong');
    if (account.is_active === 0) throw new Problem('account.disabled');
    return this.#begin(account, call, { proof, way: 'passkey' });
  }

  /** Proves who calls. Throws `account.factor-needed`, `-wrong` and `account.passkey-wrong`. */
  async confirm(
    { code, step: sealed, passkey: answer }: Confirmation,
    isKnown: boolean,
    call: Call,
  ): Promise<Proof> {
    const { account: id } = loggedIn(call.caller);
    if (sealed !== undefined && answer !== undefined) {
      const step = this.#steps.open('passkey-login', sealed);
      const { passkey, use } = await this.#provePasskey(answer, step, call);
      if (passkey.account_id !== id) throw new Problem('account.passkey-wrong');
      return spending(sealed, step, { ...nothing, use });
    }
    if (!(await this.hasTotp(id))) return nothing;
    const account = await readAccount(this.#engine.db, id);
    if (account === null) throw new Problem('call.bad-token');
    if (code === undefined) throw new Problem('account.factor-needed');
    return this.#prove(account, { code }, { call, isKnown });
  }

  /** Whether someone has a passkey for the address of the call. */
  async hasPasskeys(call: Call): Promise<boolean> {
    const site = findPasskeySite(this.#options.baseUrl, call.site);
    return site !== null && (await selectHasPasskeys(this.#engine, site.rpId));
  }

  async #begin(
    account: AccountRow,
    call: Call,
    begin: {
      readonly proof: Proof;
      readonly way: 'password' | 'passkey' | 'sso';
      readonly seconds?: number;
      readonly sid?: string;
    },
  ) {
    const reply = await this.#engine.write(async (tx) => {
      const present = await readAccount(tx, account.id);
      if (present?.epoch !== account.epoch || present.is_active === 0) {
        throw new Problem('account.step-over');
      }
      await begin.proof.use(tx);
      await deleteSpentSteps(tx, nowSeconds());
      return this.#options.sessions.begin(tx, account, call, begin);
    });
    await begin.proof.succeed();
    return reply;
  }

  async #accountOf({ account: id, epoch }: Step): Promise<AccountRow> {
    const account = await readAccount(this.#engine.db, id);
    if (account === null || account.epoch !== epoch || account.is_active === 0) {
      throw new Problem('account.step-over');
    }
    return account;
  }

  /** Counts the attempt, compares, and returns what the transaction must do. */
  async #prove(
    account: AccountRow,
    { code, recovery_code: recovery }: Second,
    { call, isKnown }: { readonly call: Call; readonly isKnown: boolean },
  ): Promise<Proof> {
    const { throttle } = this.#options;
    const place = { account: account.id, address: call.address, isKnown };
    const succeed = await throttle.count(place, recovery === undefined ? 'code' : 'recovery');
    const use =
      recovery === undefined
        ? await this.#proveCode(account, code ?? '')
        : this.#proveRecovery(account, recovery);
    const target = accountTarget(account);
    const actor = actorAs(call, account);
    if (recovery === undefined) return { use, succeed };
    return {
      succeed,
      async use(tx) {
        await use(tx);
        await record(tx, actor, { action: 'login.recovery_code', target });
      },
    };
  }

  async #proveCode({ id: account }: AccountRow, code: string): Promise<Use> {
    const factors = await selectFactors(this.#engine.db, account);
    const app = factors.find(({ kind }) => kind === TOTP);
    const secret = app === undefined ? null : this.#options.seal.open(TOTP, app.secret);
    if (app === undefined || secret === null)
      throw new Problem('account.factor-wrong', { account });
    const step = await matchTotp(secret, code, app.last_step);
    if (step === null) throw new Problem('account.factor-wrong', { account });
    return async (tx) => {
      if (!(await useTotp(tx, app.id, { step, now: nowSeconds() }))) {
        throw new Problem('account.factor-wrong', { account });
      }
    };
  }

  #proveRecovery({ id: account }: AccountRow, code: string): Use {
    const secret = hashRecoveryCode(code);
    return async (tx) => {
      if (!(await useRecoveryCode(tx, account, { secret, now: nowSeconds() }))) {
        throw new Problem('account.factor-wrong', { account });
      }
    };
  }

  async #provePasskey(
    answer: PasskeyAnswer,
    { challenge }: Step,
    call: Call,
  ): Promise<{ passkey: FactorRow; use: Use }> {
    const site = passkeySiteOf(this.#options.baseUrl, call);
    const passkey = await selectPasskey(this.#engine.db, answer.id);
    if (passkey === null || passkey.rp_id !== site.rpId) throw new Problem('account.passkey-wrong');
    const counter = await checkPasskey(site, answer, { challenge, passkey });
    const use: Use = async (tx) => {
      if (!(await usePasskey(tx, passkey.id, { counter, now: nowSeconds() }))) {
        throw new Problem('account.passkey-wrong');
      }
    };
    return { passkey, use };
  }
}

/** The step works once. */
function spending(sealed: string, step: Step, { use, succeed }: Proof): Proof {
  return {
    succeed,
    async use(tx) {
      await spendStep(tx, sealed, step);
      await use(tx);
    },
  };
}
