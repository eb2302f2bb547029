import type { Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { Problem } from '../../http/problem.ts';
import { hashToken } from '../tokens.ts';
import type { Seal } from '../encryption.ts';

const STEP_SECONDS = 300;

/** `login`: after a right password or link; the others begin with a passkey. */
export type StepPurpose = 'login' | 'passkey-login' | 'passkey-add';

/** How long such a login lasts, and its id at the provider. */
export interface SsoBegin {
  readonly seconds: number;
  readonly sid: string;
}

export interface Step {
  /** 0 = not known yet. */
  readonly account: number;
  /** Of the account: a change of it ends the step. */
  readonly epoch: number;
  /** What a passkey must sign; '' = none. */
  readonly challenge: string;
  readonly until: number;
  /** The login began with single sign-on. */
  readonly sso?: SsoBegin | undefined;
}

/** Between the two calls of a login nothing is stored: the client carries the step, sealed. */
export class Steps {
  readonly #seal: Seal;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  close(purpose: StepPurpose, step: Omit<Step, 'until'>): { step: string; expires_at: number } {
    const until = nowSeconds() + STEP_SECONDS;
    const sealed = this.#seal.close(`step ${purpose}`, JSON.stringify({ ...step, until }));
    return { step: sealed, expires_at: until };
  }

  /** Throws `account.step-over`. */
  open(purpose: StepPurpose, sealed: string): Step {
    const text = this.#seal.open(`step ${purpose}`, sealed);
    const step = text === null ? null : (JSON.parse(text) as Step);
    if (step === null || step.until <= nowSeconds()) throw new Problem('account.step-over');
    return step;
  }
}

/** In the transaction that it leads to: a step works once, on every server. */
export async function spendStep(
  tx: Write,
  sealed: string,
  { until }: Pick<Step, 'until'>,
): Promise<void> {
  const row = await tx
    .insertInto('spent_step')
    .values({ hash: hashToken(sealed), until })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  if (row === undefined) throw new Problem('account.step-over');
}

export async function deleteSpentSteps(tx: Write, now: number): Promise<void> {
  await tx.deleteFrom('spent_step').where('until', '<=', now).execute();
}
