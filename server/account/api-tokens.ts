import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { defaultScopes, type Scope } from '../../contracts/access.constants.ts';
import type { createNamedToken, listTokens, setToken } from '../../contracts/people/tokens.ts';
import type { CheckedRequestOf, ReplyOf } from '../../contracts/route.ts';
import { actorOf } from '../audit/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { networkRange } from '../http/client/client-address.ts';
import { ClientLimit } from '../http/client/client-limit.ts';
import { signedIn, type TokenHolder } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { describeHolder, type AccountRow } from './account.store.ts';
import {
  deleteToken,
  insertDefaultToken,
  insertNamedToken,
  replaceDefaultToken,
  readDefaultToken,
  selectNamedToken,
  selectSealedTokens,
  selectShownTokens,
  selectToken,
  selectTokens,
  updateToken,
  updateUsed,
  type ApiTokenRow,
  type NewApiToken,
} from './api-tokens.store.ts';
import { NotedUses } from './noted-uses.ts';
import { createToken, hashToken, type TokenCipher } from './tokens.ts';

const DAYS_BY_DEFAULT = 90;
const DAY_SECONDS = 86_400;
/** Tokens that one call may be compared with, and calls a minute that may fit none of them. */
const SHOWN_MAX = 200;
const MISFITS_MAX = 20;

type Managed = Pick<AccountRow, 'id' | 'kind'>;

interface ApiTokensOptions {
  readonly engine: Engine;
  readonly cipher: TokenCipher;
  /** The account whose tokens the caller means, if it may. Throws `call.not-allowed` and others. */
  readonly managed: (call: Call, account: number | undefined) => Promise<Managed>;
  /** The longest life of a named token in days; 0 = any. */
  readonly daysMax: () => number;
}

/** The token that each account shows on its page, and further ones with a name. */
export class ApiTokens {
  readonly #options: ApiTokensOptions;
  readonly #engine: Engine;
  readonly #minute: RateLimiterAbstract;
  readonly #misfits = new ClientLimit({ max: () => MISFITS_MAX, seconds: 60 });
  readonly #uses = new NotedUses<number, string>();

  constructor(options: ApiTokensOptions) {
    this.#options = options;
    this.#engine = options.engine;
    this.#minute = options.engine.createLimiter({ name: 'api-token', seconds: 60 });
  }

  /** Throws `call.bad-api-token` and `call.token-expired`. */
  async authenticate(token: string, address: string): Promise<TokenHolder> {
    const tokenHash = hashToken(token);
    const found = await selectToken(this.#engine, tokenHash);
    if (found === null) throw new Problem('call.bad-api-token');
    const { token_id: id, expires_at: expiresAt, per_minute: perMinute } = found;
    if (expiresAt > 0 && expiresAt <= nowSeconds()) throw new Problem('call.token-expired');
    this.#uses.note(id, networkRange(address));
    return {
      ...describeHolder(found),
      via: 'token',
      token: { id, isDefault: found.is_default === 1, perMinute },
      scopes: readScopes(found.scopes),
      tokenHash,
    };
  }

  /** False when a lost key encrypted a token. */
  async canShowTokens(): Promise<boolean> {
    const sealed = await selectSealedTokens(this.#engine);
    return sealed.every((token) => this.#options.cipher.decrypt(token) !== null);
  }

  /** Null = no token that an account can show fits. Throws `call.too-many`. */
  async findShown(matches: (token: string) => boolean, address: string): Promise<string | null> {
    const retryAfter = this.#misfits.secondsToWait(address);
    if (retryAfter > 0) throw new Problem('call.too-many', { retryAfter });
    for (const sealed of await selectShownTokens(this.#engine, SHOWN_MAX)) {
      const token = this.#options.cipher.decrypt(sealed);
      if (token !== null && matches(token)) return token;
    }
    this.#misfits.count(address);
    return null;
  }

  /** Throws `token.none`, and `token.unreadable` when the key is lost. */
  async showDefault({ caller }: Call) {
    const row = await readDefaultToken(this.#engine.db, signedIn(caller).account);
    if (row === null) throw new Problem('token.none');
    const token = this.#options.cipher.decrypt(row.token_sealed);
    if (token === null) throw new Problem('token.unreadable');
    return { token, expires_at: 0, ip: row.ip, user_agent: row.user_agent };
  }

  /** Throws `token.exists` when a token exists; it stays. */
  async createDefault(call: Call): Promise<{ token: string }> {
    const { token, row } = this.#generateDefault(call);
    if (!(await insertDefaultToken(this.#engine, actorOf(call), row)))
      throw new Problem('token.exists');
    return { token };
  }

  /** The old token ends at once. Throws `token.none-to-change`. */
  async changeDefault(call: Call): Promise<{ token: string }> {
    const { token, row } = this.#generateDefault(call);
    if (!(await replaceDefaultToken(this.#engine, actorOf(call), row)))
      throw new Problem('token.none-to-change');
    return { token };
  }

  async list(account: number | undefined, call: Call): Promise<ReplyOf<typeof listTokens>> {
    const { id } = await this.#options.managed(call, account);
    const rows = await selectTokens(this.#engine, id);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      is_default: row.is_default,
      scopes: readScopes(row.scopes),
      expires_at: row.expires_at,
      per_minute: row.per_minute,
      created_at: row.created_at,
      used_at: row.used_at,
      used_network: row.used_network,
    }));
  }

  /** Throws `token.too-many`. */
  async create(input: CheckedRequestOf<typeof createNamedToken>, call: Call) {
    const account = await this.#options.managed(call, input.account);
    assertMayWiden(call, account);
    const token = createToken('sk');
    const now = nowSeconds();
    const id = await insertNamedToken(this.#engine, actorOf(call), {
      ...this.#describe(call, account.id, token),
      name: input.name,
      is_default: 0,
      token_sealed: '',
      scopes: input.scopes.join(' '),
      expires_at: this.#chooseEnd(input.expires_at, now),
      per_minute: input.per_minute,
    });
    if (id === null) throw new Problem('token.too-many');
    return { id, token };
  }

  #chooseEnd(wanted: number | undefined, now: number): number {
    const daysMax = this.#options.daysMax();
    const last = daysMax === 0 ? Infinity : now + daysMax * DAY_SECONDS;
    const end = wanted ?? Math.min(now + DAYS_BY_DEFAULT * DAY_SECONDS, last);
    if (end !== 0 && end <= now) throw new Problem('token.time-past', { field: 'expires_at' });
    return end === 0 && last === Infinity ? 0 : Math.min(end === 0 ? Infinity : end, last);
  }

  /** Throws `token.none`. */
  async set(input: CheckedRequestOf<typeof setToken>, call: Call): Promise<void> {
    const { name, scopes, per_minute: perMinute } = input;
    const token = await this.#find(input.id, call);
    const { kind } = await this.#options.managed(call, token.account_id);
    assertMayWiden(call, { id: token.account_id, kind });
    await updateToken(this.#engine, actorOf(call), token, {
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes: scopes.join(' ') }),
      ...(perMinute !== undefined && { per_minute: perMinute }),
    });
  }

  /** Throws `token.none`. */
  async end(id: number, call: Call): Promise<void> {
    await deleteToken(this.#engine, actorOf(call), await this.#find(id, call));
  }

  async writeUsed(): Promise<void> {
    const at = nowSeconds();
    for (const [id, network] of this.#uses.take(at)) {
      await updateUsed(this.#engine, id, { at, network });
    }
  }

  async #find(id: number, call: Call): Promise<ApiTokenRow> {
    const token = await selectNamedToken(this.#engine, id);
    if (token === null) throw new Problem('token.none');
    if (token.account_id !== signedIn(call.caller).account) {
      // Whose token it is stays unknown to those who may not manage it.
      await this.#options.managed(call, token.account_id).catch((error: unknown) => {
        throw error instanceof Problem ? new Problem('token.none') : error;
      });
    }
    return token;
  }

  /** Counts a call. Throws `call.too-many`. */
  async count({ token: { id, perMinute } }: TokenHolder): Promise<void> {
    if (perMinute === 0) return;
    const { consumedPoints, msBeforeNext } = await this.#minute.consume(String(id));
    if (consumedPoints <= perMinute) return;
    throw new Problem('call.too-many', { retryAfter: Math.ceil(msBeforeNext / 1000) });
  }

  #generateDefault(call: Call): { token: string; row: NewApiToken } {
    const token = createToken('sk');
    const row = {
      ...this.#describe(call, signedIn(call.caller).account, token),
      name: 'default',
      is_default: 1,
      token_sealed: this.#options.cipher.encrypt(token),
      scopes: defaultScopes.join(' '),
      expires_at: 0,
      per_minute: 0,
    };
    return { token, row };
  }

  #describe(call: Call, account: number, token: string) {
    return {
      account_id: account,
      token_hash: hashToken(token),
      ip: call.address,
      user_agent: call.userAgent,
      created_at: nowSeconds(),
    };
  }
}

function readScopes(text: string): Scope[] {
  return text.split(' ') as Scope[];
}

/** What others may do with a token is for services only; a person's own is its own. */
function assertMayWiden({ caller }: Call, { id, kind }: Managed): void {
  if (id !== signedIn(caller).account && kind !== 'service') throw new Problem('call.not-allowed');
}
