import type { listSessions } from '../../contracts/people/sessions.ts';
import type { ReplyOf } from '../../contracts/route.ts';
import { FRESH_SECONDS, type LoginWay, type Role } from '../../contracts/access.constants.ts';
import { actorAs, actorOf } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { networkRange } from '../http/client/client-address.ts';
import { loggedIn, type LoggedIn } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { readBrowser } from '../stats/classify/agents/browsers.ts';
import { readSystem } from '../stats/classify/agents/devices.ts';
import { accountTarget, describeHolder, type AccountRow } from './account.store.ts';
import {
  deleteSession,
  deleteSessions,
  ID_LENGTH,
  insertSession,
  replaceSession,
  selectSession,
  selectSessions,
  updateSeen,
} from './sessions.store.ts';
import { NotedUses } from './noted-uses.ts';
import { createToken, hashToken, LOGIN_SECONDS } from './tokens.ts';

const DAY_SECONDS = 86_400;

type BegunBy = Pick<AccountRow, 'id' | 'username' | 'language'>;

interface Begin {
  readonly way: LoginWay;
  /** How long it lasts; 30 days by default. */
  readonly seconds?: number;
  readonly sid?: string;
}

interface SessionOptions {
  /** Whether logins of this role need a second factor: without one they may only set it up. */
  readonly demandsFactor: (role: Role) => boolean;
  /** Days without a call after which a login ends; 0 = none. */
  readonly idleDays: () => number;
}

export class Sessions {
  readonly #engine: Engine;
  readonly #options: SessionOptions;
  readonly #uses = new NotedUses<string, null>();

  constructor(engine: Engine, options: SessionOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  demandsFactor(role: Role): boolean {
    return this.#options.demandsFactor(role);
  }

  /** In the transaction that checks or makes the account. Returns the answer of a login. */
  async begin(tx: Write, account: BegunBy, call: Call, begin: Begin) {
    const { way, seconds = LOGIN_SECONDS, sid = '' } = begin;
    const token = createToken('web');
    const now = nowSeconds();
    const expiresAt = now + seconds;
    await insertSession(tx, {
      token_hash: hashToken(token),
      account_id: account.id,
      way,
      created_at: now,
      seen_at: now,
      confirmed_at: now,
      expires_at: expiresAt,
      network: networkRange(call.address),
      user_agent: call.userAgent,
      sid,
    });
    await tx
      .updateTable('account')
      .set({ last_login_at: now })
      .where('id', '=', account.id)
      .execute();
    const target = accountTarget(account);
    await record(tx, actorAs(call, account), { action: 'login.in', target });
    return {
      token,
      expires_at: expiresAt,
      username: account.username,
      ...(account.language !== '' && { language: account.language }),
      ip: call.address,
      user_agent: call.userAgent,
    };
  }

  /** Throws `call.bad-token` and `call.token-expired`. */
  async authenticate(token: string): Promise<LoggedIn> {
    const tokenHash = hashToken(token);
    const found = await selectSession(this.#engine, tokenHash);
    if (found === null) {
      throw new Problem(token.startsWith('web-') ? 'call.bad-token' : 'call.bad-api-token');
    }
    if (this.#isOver(found)) throw new Problem('call.token-expired');
    this.#uses.note(tokenHash, null);
    return {
      ...describeHolder(found),
      via: 'login',
      confirmedAt: found.confirmed_at,
      isLimited: !found.has_factor && this.#options.demandsFactor(found.role),
      tokenHash,
    };
  }

  async list(account: number, { caller }: Call): Promise<ReplyOf<typeof listSessions>> {
    const { tokenHash } = loggedIn(caller);
    const rows = await selectSessions(this.#engine, account, nowSeconds());
    return rows.map((row) => ({
      id: row.token_hash.slice(0, ID_LENGTH),
      is_this: Number(row.token_hash === tokenHash),
      way: row.way,
      browser: row.user_agent === '' ? '' : readBrowser(row.user_agent),
      system: row.user_agent === '' ? '' : readSystem(row.user_agent),
      network: row.network,
      created_at: row.created_at,
      seen_at: row.seen_at,
      expires_at: row.expires_at,
    }));
  }

  /** Ends logins with these ids, or all (null), but never the one that calls when it means others. */
  end(
    account: Pick<AccountRow, 'id' | 'username'>,
    ids: readonly string[] | null,
    call: Call,
  ): Promise<number> {
    const kept = ids === null ? loggedIn(call.caller).tokenHash : '';
    return deleteSessions(this.#engine, actorOf(call), { account, ids, kept });
  }

  /** The password was right: the login is fresh again, with a new token. Throws `call.bad-token`. */
  async confirm(call: Call): Promise<{ token: string; fresh_until: number }> {
    const token = createToken('web');
    const now = nowSeconds();
    const isReplaced = await replaceSession(
      this.#engine,
      actorOf(call),
      loggedIn(call.caller).tokenHash,
      { tokenHash: hashToken(token), now },
    );
    if (!isReplaced) throw new Problem('call.bad-token');
    return { token, fresh_until: now + FRESH_SECONDS };
  }

  async logout(call: Call): Promise<void> {
    const { caller } = call;
    if (caller.via !== 'login') return;
    const { tokenHash } = caller;
    await deleteSession(this.#engine, actorOf(call), { tokenHash, now: nowSeconds() });
  }

  async writeSeen(): Promise<void> {
    const now = nowSeconds();
    const hashes = this.#uses.take(now).map(([hash]) => hash);
    if (hashes.length > 0) await updateSeen(this.#engine, hashes, now);
  }

  #isOver({ expires_at: end, seen_at: seen }: { expires_at: number; seen_at: number }): boolean {
    const now = nowSeconds();
    const idleDays = this.#options.idleDays();
    return end <= now || (idleDays > 0 && seen > 0 && seen + idleDays * DAY_SECONDS <= now);
  }
}
