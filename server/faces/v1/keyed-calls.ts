import { createHmac, randomUUID } from 'node:crypto';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { markWrites } from '../../engine/write-marks.ts';
import { signedIn } from '../../http/caller.ts';
import type { Arrived } from '../../http/face.ts';
import { InvalidRequest } from '../../http/invalid-request.ts';
import { Problem } from '../../http/problem.ts';
import {
  claimKey,
  freeKey,
  keepAnswer,
  markChanged,
  noteSeen,
  type CallKey,
  type KeyedCall,
} from './keyed-calls.store.ts';

const HEADER = 'Idempotency-Key';
const KEY = /^[!-~]{1,64}$/;
/** Seconds between the signs of life of a running call, and after which it counts as over. */
const SIGN_SECONDS = 10;
const DEAD_SECONDS = 30;

/** Writes the answer of a call again whose server was killed; null = nothing can. */
export type Recover = (arrived: Arrived, code: string) => Promise<Response> | null;

/** Calls with an `Idempotency-Key` change something once, on every server of the site. */
export class KeyedCalls {
  readonly #engine: Engine;
  readonly #recover: Recover;
  readonly #server = randomUUID();
  readonly #running = new Set<string>();
  #runs = 0;

  constructor(engine: Engine, recover: Recover) {
    this.#engine = engine;
    this.#recover = recover;
  }

  /** Throws `call.key-busy`, `call.key-lost` and `call.key-reused`. */
  async run(arrived: Arrived, run: () => Promise<Response>): Promise<Response> {
    const { request, call } = arrived;
    const key = request.headers.get(HEADER);
    if (key === null || request.method === 'GET') return run();
    if (!KEY.test(key)) {
      const reason = 'At most 64 visible ASCII characters';
      throw new InvalidRequest([{ field: HEADER, key: 'bad.request', reason }]);
    }
    const { tokenHash } = signedIn(call.caller);
    const digest = await this.#digest(arrived);
    this.#runs += 1;
    const holder = `${this.#server} ${this.#runs}`;
    const claim = { tokenHash, key, digest, holder, now: nowSeconds() };
    // Before the claim: others see its row at once.
    this.#running.add(holder);
    try {
      const isRunning = (other: KeyedCall) => this.#isRunning(other);
      const taken = await claimKey(this.#engine, { ...claim, isRunning });
      if (taken === null) return await this.#runClaimed(claim, run);
      const { call: found } = taken;
      if (found.digest !== digest) throw new Problem('call.key-reused');
      if (found.status > 0) return replay(found);
      if (taken.isRunning) throw new Problem('call.key-busy', { retryAfter: 1 });
      const recovered = this.#recover(arrived, found.code);
      if (recovered === null) throw new Problem('call.key-lost');
      return await this.#keep(claim, await recovered);
    } finally {
      this.#running.delete(holder);
    }
  }

  async #runClaimed(claim: CallKey, run: () => Promise<Response>): Promise<Response> {
    const engine = this.#engine;
    const signs = setInterval(() => {
      noteSeen(engine, claim, nowSeconds()).catch(() => undefined);
    }, SIGN_SECONDS * 1000);
    try {
      const response = await markWrites((tx, changes) => markChanged(tx, claim, changes), run);
      return await this.#keep(claim, response);
    } catch (error) {
      // A key that stays is free once its server counts as dead.
      await freeKey(engine, claim).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(signs);
    }
  }

  /** An answer that cannot be kept is an answer all the same. */
  async #keep(key: CallKey, response: Response): Promise<Response> {
    const body = await response.text();
    const headers = [...response.headers];
    const { status } = response;
    const kept = { status, headers: JSON.stringify(headers), body };
    await keepAnswer(this.#engine, key, kept).catch(() => undefined);
    return write({ status, headers, body });
  }

  #isRunning({ holder, seen_at: seenAt }: KeyedCall): boolean {
    if (holder.startsWith(this.#server)) return this.#running.has(holder);
    return this.#engine.sql.isShared && seenAt > nowSeconds() - DEAD_SECONDS;
  }

  /** Passwords in the fields cannot be guessed from it. */
  async #digest({ request, route, fields }: Arrived): Promise<string> {
    const secret = await this.#engine.readSecretKey();
    return createHmac('sha256', secret)
      .update(JSON.stringify(['keyed call', request.method, route.path, fields]))
      .digest('base64url');
  }
}

function replay({ status, headers, body }: KeyedCall): Response {
  return write({ status, headers: JSON.parse(headers) as [string, string][], body });
}

interface Kept {
  readonly status: number;
  readonly headers: readonly [string, string][];
  readonly body: string;
}

function write({ status, headers, body }: Kept): Response {
  return new Response(status === 204 ? null : body, { status, headers: [...headers] });
}
