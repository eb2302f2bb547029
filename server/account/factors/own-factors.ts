import type { AuditAction } from '../../../contracts/people/audit.constants.ts';
import type { addPasskey, addTotp } from '../../../contracts/people/factors.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { actorOf } from '../../audit/actor.ts';
import { record } from '../../audit/record.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { loggedIn } from '../../http/caller.ts';
import type { Call } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { accountTarget, readAccount } from '../account.store.ts';
import { endSessions } from '../sessions.store.ts';
import { createRecoveryCodes, hashRecoveryCode } from './codes.ts';
import {
  deleteFactors,
  insertFactor,
  listWays,
  renameFactor,
  selectFactors,
  selectPasskey,
  type FactorKind,
} from './factors.store.ts';
import { askForNewPasskey, findPasskeySite, passkeySiteOf, readNewPasskey } from './passkeys.ts';
import type { Seal } from '../encryption.ts';
import { spendStep, Steps } from './steps.ts';
import { createTotp, matchTotp, TOTP } from './totp.ts';

const PASSKEYS_MAX = 20;

interface OwnFactorsOptions {
  readonly engine: Engine;
  readonly seal: Seal;
  readonly title: () => string;
  readonly baseUrl: URL | null;
}

/** What people do with the second factors of their own account. */
export class OwnFactors {
  readonly #options: OwnFactorsOptions;
  readonly #engine: Engine;
  readonly #steps: Steps;

  constructor(options: OwnFactorsOptions) {
    this.#options = options;
    this.#engine = options.engine;
    this.#steps = new Steps(options.seal);
  }

  async list(account: number, call: Call) {
    const factors = await selectFactors(this.#engine.db, account);
    const site = findPasskeySite(this.#options.baseUrl, call.site);
    const shown = factors.filter(({ kind }) => kind === TOTP || kind === 'passkey');
    return {
      factors: shown.map((factor) => ({
        id: factor.id,
        kind: factor.kind,
        name: factor.name,
        rp_id: factor.rp_id,
        is_usable_here: Number(factor.kind === TOTP || factor.rp_id === site?.rpId),
        is_backed_up: factor.is_backed_up,
        created_at: factor.created_at,
        used_at: factor.used_at,
      })),
      has_passkeys: Number(site !== null),
      recovery_codes: factors.filter(({ kind, used_at: used }) => kind === 'recovery' && used === 0)
        .length,
    };
  }

  /** Replaces what was begun and not finished. */
  async beginTotp(call: Call) {
    const { account, username } = loggedIn(call.caller);
    const { secret, uri } = await createTotp(this.#options.title(), username);
    await this.#engine.write(async (tx) => {
      await deleteFactors(tx, account, { kinds: ['begun'] });
      await insertFactor(tx, {
        account_id: account,
        kind: 'begun',
        name: '',
        secret: this.#options.seal.close(TOTP, secret),
        created_at: nowSeconds(),
      });
    });
    return { secret, uri };
  }

  /** Throws `account.factor-wrong`. */
  async addTotp(input: CheckedRequestOf<typeof addTotp>, call: Call) {
    const { account } = loggedIn(call.caller);
    const factors = await selectFactors(this.#engine.db, account);
    const begun = factors.find(({ kind }) => kind === 'begun');
    const secret = begun === undefined ? null : this.#options.seal.open(TOTP, begun.secret);
    const step = secret === null ? null : await matchTotp(secret, input.code, 0);
    if (begun === undefined || step === null) throw new Problem('account.factor-wrong');
    return this.#add(call, input.keep_sessions ?? false, async (tx) => {
      await deleteFactors(tx, account, { kinds: ['begun', 'totp'] });
      await insertFactor(tx, {
        account_id: account,
        kind: 'totp',
        name: '',
        secret: begun.secret,
        last_step: step,
        created_at: nowSeconds(),
      });
    });
  }

  /** Throws `account.passkey-unavailable` and `account.too-many-passkeys`. */
  async beginPasskey(call: Call) {
    const { account, username } = loggedIn(call.caller);
    const site = passkeySiteOf(this.#options.baseUrl, call);
    const factors = await selectFactors(this.#engine.db, account);
    const present = factors.filter(({ kind }) => kind === 'passkey');
    if (present.length >= PASSKEYS_MAX) throw new Problem('account.too-many-passkeys');
    const name = this.#options.title();
    const options = await askForNewPasskey(site, { name, username, account, present });
    const { epoch = 0 } = (await readAccount(this.#engine.db, account)) ?? {};
    const begun = { account, epoch, challenge: options.challenge };
    const { step } = this.#steps.close('passkey-add', begun);
    return { step, options: { ...options } };
  }

  /** Throws `account.step-over` and `account.passkey-wrong`. */
  async addPasskey(input: CheckedRequestOf<typeof addPasskey>, call: Call) {
    const { account } = loggedIn(call.caller);
    const step = this.#steps.open('passkey-add', input.step);
    if (step.account !== account) throw new Problem('account.step-over');
    const passkey = await readNewPasskey(
      passkeySiteOf(this.#options.baseUrl, call),
      input.answer,
      step.challenge,
    );
    return this.#add(call, input.keep_sessions ?? false, async (tx) => {
      const present = await selectFactors(tx, account);
      if (present.filter(({ kind }) => kind === 'passkey').length >= PASSKEYS_MAX) {
        throw new Problem('account.too-many-passkeys');
      }
      if ((await readAccount(tx, account))?.epoch !== step.epoch) {
        throw new Problem('account.step-over');
      }
      await spendStep(tx, input.step, step);
      if ((await selectPasskey(tx, passkey.credential_id)) !== null) {
        throw new Problem('account.passkey-wrong');
      }
      await insertFactor(tx, {
        ...passkey,
        account_id: account,
        kind: 'passkey',
        name: input.name ?? '',
        created_at: nowSeconds(),
      });
    });
  }

  async renewRecoveryCodes(keepsSessions: boolean, call: Call) {
    const { account } = loggedIn(call.caller);
    const ways = listWays(await selectFactors(this.#engine.db, account));
    if (ways.length === 0) throw new Problem('account.factor-unknown');
    const codes = createRecoveryCodes();
    await this.#engine.write(async (tx) => {
      await replaceRecoveryCodes(tx, account, codes);
      await this.#finish(tx, call, { keepsSessions, action: 'account.recovery_codes' });
    });
    return { codes };
  }

  /** Throws `account.factor-unknown`. */
  async remove(id: number, keepsSessions: boolean, call: Call): Promise<void> {
    const { account } = loggedIn(call.caller);
    await this.#engine.write(async (tx) => {
      const kinds: FactorKind[] = ['totp', 'passkey'];
      if ((await deleteFactors(tx, account, { kinds, id })) === 0) {
        throw new Problem('account.factor-unknown');
      }
      const ways = listWays(await selectFactors(tx, account));
      if (ways.length === 0) await deleteFactors(tx, account);
      await this.#finish(tx, call, { keepsSessions, action: 'account.factor_removed' });
    });
  }

  /** Throws `account.factor-unknown`. */
  async rename(id: number, name: string, call: Call): Promise<void> {
    const { account } = loggedIn(call.caller);
    const isFound = await this.#engine.write((tx) => renameFactor(tx, account, { id, name }));
    if (!isFound) throw new Problem('account.factor-unknown');
  }

  /** The first factor comes with recovery codes. */
  async #add(
    call: Call,
    keepsSessions: boolean,
    insert: (tx: Write) => Promise<void>,
  ): Promise<{ codes: string[] }> {
    const { account } = loggedIn(call.caller);
    return this.#engine.write(async (tx) => {
      const isFirst = listWays(await selectFactors(tx, account)).length === 0;
      await insert(tx);
      const codes = isFirst ? createRecoveryCodes() : [];
      if (isFirst) await replaceRecoveryCodes(tx, account, codes);
      await this.#finish(tx, call, { keepsSessions, action: 'account.factor_added' });
      return { codes };
    });
  }

  /** Other logins end unless they shall go on. */
  async #finish(
    tx: Write,
    call: Call,
    { keepsSessions, action }: { readonly keepsSessions: boolean; readonly action: AuditAction },
  ): Promise<void> {
    const { account, username, tokenHash } = loggedIn(call.caller);
    if (!keepsSessions) await endSessions(tx, account, tokenHash);
    await tx
      .updateTable('account')
      .set((of) => ({ epoch: of('epoch', '+', 1) }))
      .where('id', '=', account)
      .execute();
    await record(tx, actorOf(call), { action, target: accountTarget({ id: account, username }) });
  }
}

async function replaceRecoveryCodes(
  tx: Write,
  account: number,
  codes: readonly string[],
): Promise<void> {
  await deleteFactors(tx, account, { kinds: ['recovery'] });
  for (const code of codes) {
    await insertFactor(tx, {
      account_id: account,
      kind: 'recovery',
      name: '',
      secret: hashRecoveryCode(code),
      created_at: nowSeconds(),
    });
  }
}
