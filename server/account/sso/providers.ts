import {
  ssoSettings,
  type getSso,
  type setSso,
  type SsoSettings,
} from '../../../contracts/people/sso.ts';
import type { Role } from '../../../contracts/access.constants.ts';
import type { CheckedRequestOf, ReplyOf } from '../../../contracts/route.ts';
import { actorOf } from '../../audit/actor.ts';
import { record } from '../../audit/record.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import type { Call } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { SSO_SECRET, type Seal } from '../encryption.ts';
import type { Provider } from './provider.ts';
import { deleteProvider, freeRoles, PROVIDER, readProvider, upsertProvider } from './sso.store.ts';

export type PasswordLogin = 'all' | 'owners' | 'none';

export function takesPassword(allowed: PasswordLogin, role: Role): boolean {
  return allowed === 'all' || (allowed === 'owners' && role === 'owner');
}

/** What the environment sets; then the page shows it only. */
export interface SsoEnvironment {
  readonly provider: { readonly settings: SsoSettings; readonly secret: string } | null;
  /** Null: the settings decide. */
  readonly passwordLogin: PasswordLogin | null;
  /** The variables without which the others have no effect. */
  readonly missing: readonly string[];
}

interface ProvidersOptions {
  readonly engine: Engine;
  readonly seal: Seal;
  readonly baseUrl: URL | null;
  readonly environment: SsoEnvironment;
}

/** The provider of single sign-on as the environment or an owner has set it. */
export class Providers {
  readonly #options: ProvidersOptions;

  constructor(options: ProvidersOptions) {
    this.#options = options;
  }

  /** Null: there is none, its secret cannot be read, or the site's own address is not known. */
  async find(): Promise<Provider | null> {
    const { settings, secret } = await this.#read();
    if (settings === null || secret === null || this.#options.baseUrl === null) return null;
    return { id: PROVIDER, settings, secret };
  }

  /** Throws `sso.failed`. */
  async get(id = PROVIDER): Promise<Provider> {
    const provider = id === PROVIDER ? await this.find() : null;
    if (provider === null) throw new Problem('sso.failed');
    return provider;
  }

  /** Who may log in with a password: everyone, unless single sign-on works. */
  async passwordLogin(): Promise<PasswordLogin> {
    const provider = await this.find();
    if (provider === null) return 'all';
    return this.#options.environment.passwordLogin ?? provider.settings.password_login;
  }

  async takesPassword(role: Role): Promise<boolean> {
    return takesPassword(await this.passwordLogin(), role);
  }

  /** What keeps single sign-on from working although it is set, a sentence each. */
  async findFaults(): Promise<string[]> {
    const { environment, baseUrl } = this.#options;
    const { settings, secret } = await this.#read();
    const { missing, passwordLogin } = environment;
    const isLimited = passwordLogin === 'none' || passwordLogin === 'owners';
    const faults = {
      [`single sign-on is off: ${missing.join(', ')} missing`]: missing.length > 0,
      'single sign-on is off: BASE_URL missing': settings !== null && baseUrl === null,
      'single sign-on is off: its client secret was stored with another secret.key':
        settings !== null && secret === null,
      [`PASSWORD_LOGIN=${passwordLogin} has no effect: single sign-on is off`]:
        isLimited && (await this.find()) === null,
    };
    return Object.keys(faults).filter((fault) => faults[fault] === true);
  }

  /** The address on this site to which the provider sends the browser back; '' = not known. */
  get callback(): string {
    const { baseUrl } = this.#options;
    return baseUrl === null ? '' : new URL(`/login/sso/${PROVIDER}/callback`, baseUrl).href;
  }

  async show(): Promise<ReplyOf<typeof getSso>> {
    const { settings, secret } = await this.#read();
    return {
      settings: settings === null ? null : showSettings(settings),
      has_secret: Number(secret !== null),
      is_from_environment: Number(this.#isFixed),
      is_on: Number((await this.find()) !== null),
      callback: this.callback,
    };
  }

  /** Throws `call.not-allowed` when the environment decides, and `sso.failed` without a secret. */
  async set(input: CheckedRequestOf<typeof setSso>, call: Call): Promise<void> {
    const { engine } = this.#options;
    if (this.#isFixed) throw new Problem('call.not-allowed');
    const { client_secret: given, issuer, client_id: clientId, ...others } = input;
    await engine.write(async (tx) => {
      const former = await readStored(tx);
      if (issuer === undefined) {
        await deleteProvider(tx);
        await freeRoles(tx);
        return this.#record(tx, call, former?.settings ?? null, null);
      }
      if (clientId === undefined) throw missing('client_id');
      const kept = former?.settings.issuer === issuer ? former.sealed : undefined;
      // A new provider must not get the secret of the former one.
      const sealed = given === undefined ? kept : this.#options.seal.close(SSO_SECRET, given);
      if (sealed === undefined) throw missing('client_secret');
      const settings: SsoSettings = { ...others, issuer, client_id: clientId };
      const stored = JSON.stringify(showSettings(settings));
      await upsertProvider(tx, { settings: stored, secret_sealed: sealed });
      if (settings.role_claim === '') await freeRoles(tx);
      return this.#record(tx, call, former?.settings ?? null, settings);
    });
  }

  /** The environment decides, even when it is incomplete. */
  get #isFixed(): boolean {
    const { provider, missing: lacking } = this.#options.environment;
    return provider !== null || lacking.length > 0;
  }

  async #record(
    tx: Write,
    call: Call,
    former: SsoSettings | null,
    present: SsoSettings | null,
  ): Promise<void> {
    const target = { kind: 'setting', name: 'sso' };
    await record(tx, actorOf(call), { action: 'setting.changed', target, former, present });
  }

  async #read(): Promise<{ settings: SsoSettings | null; secret: string | null }> {
    const { engine, environment, seal } = this.#options;
    if (environment.provider !== null) return environment.provider;
    if (this.#isFixed) return { settings: null, secret: null };
    const stored = await readStored(engine.db);
    if (stored === null) return { settings: null, secret: null };
    return { settings: stored.settings, secret: seal.open(SSO_SECRET, stored.sealed) };
  }
}

function missing(field: string): Problem {
  return new Problem('sso.failed', { field, reason: 'Missing' });
}

async function readStored(db: Parameters<typeof readProvider>[0]) {
  const row = await readProvider(db);
  if (row === null) return null;
  return { settings: ssoSettings.parse(JSON.parse(row.settings)), sealed: row.secret_sealed };
}

/** Flags are numbers on the wire and in the database. */
function showSettings(settings: SsoSettings) {
  return {
    ...settings,
    auto_create: Number(settings.auto_create),
    link_by_email: Number(settings.link_by_email),
    asks_second_factor: Number(settings.asks_second_factor),
    logs_out_there: Number(settings.logs_out_there),
  };
}
