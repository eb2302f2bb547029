import { z } from 'zod';
import { email } from '../../../contracts/account.ts';
import { Problem } from '../../http/problem.ts';
import type { FactorThrottle } from '../throttle/factor-throttle.ts';
import type { Claims, Provider, ProviderClient } from './provider.ts';
import type { Providers } from './providers.ts';
import { findRole } from './roles.ts';
import {
  purpose as purposeOf,
  type BegunRound,
  type Person,
  type Purpose,
  type Tickets,
} from './tickets.ts';

const DENIED = 'access_denied';
const shortText = z.string().max(255).catch('');

interface RoundsOptions {
  readonly providers: Providers;
  readonly client: ProviderClient;
  readonly tickets: Tickets;
  readonly throttle: FactorThrottle;
  readonly baseUrl: URL | null;
  /** The reason of a round that failed, for the log. */
  readonly warn: (reason: string) => void;
}

interface Visit {
  readonly id: number;
  /** With the query; its host is what the caller says. */
  readonly url: string;
  readonly cookies: string;
  readonly address: string;
  /** Whether a page of another site, also of a neighbouring host, leads here. */
  readonly isForeign: boolean;
}

/** The pages on the way to the provider and back. A failure leads to the login page. */
export class Rounds {
  readonly #options: RoundsOptions;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  async begin({ id, url, address, isForeign }: Visit): Promise<Response> {
    const { providers, client, tickets, throttle } = this.#options;
    const purpose = purposeOf.catch('login').parse(new URL(url).searchParams.get('for'));
    const page = pageOf({ purpose });
    // The cookies stay: a round of this site may be on its way.
    if (isForeign) return redirect(`${page}#no-sso-over`);
    return this.#guard(page, async () => {
      await throttle.countBegin(address);
      const provider = await providers.get(id);
      const isAgain = purpose === 'confirm';
      const begun = await client.begin(provider, { callback: providers.callback, isAgain });
      const cookie = tickets.closeRound({ ...begun.round, provider: id, purpose });
      return redirect(begun.url.href, cookie);
    });
  }

  finish({ id, url, cookies, address }: Omit<Visit, 'isForeign'>): Promise<Response> {
    const { providers, client, tickets, throttle } = this.#options;
    const round = tickets.openRound(cookies);
    const page = pageOf(round);
    return this.#guard(page, async () => {
      if (round?.provider !== id) return this.#refuse(page, 'over');
      await throttle.countBegin(address);
      const provider = await providers.get(id);
      const back = new URL(providers.callback);
      back.search = new URL(url).search;
      const isAgain = round.purpose === 'confirm';
      const claims = await client.finish(provider, back, { ...round, isAgain });
      const { purpose } = round;
      const person = describePerson(provider, claims);
      const { ticket, cookie } = tickets.close({ ...person, provider: id, purpose });
      return redirect(`${page}#${ticket}`, cookie, tickets.endRound());
    });
  }

  /** Ends the login at the provider too, where it can. */
  logout({ id }: Pick<Visit, 'id'>): Promise<Response> {
    const { providers, client, baseUrl } = this.#options;
    return this.#guard('/login', async () => {
      const provider = await providers.get(id);
      const back = new URL('/login', baseUrl ?? undefined).href;
      const url = provider.settings.logs_out_there ? await client.findLogout(provider, back) : null;
      return redirect(url?.href ?? '/login');
    });
  }

  async #guard(page: string, work: () => Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Problem) {
        return this.#refuse(page, error.outcome.status === 429 ? 'busy' : 'failed');
      }
      this.#options.warn(describeError(error));
      return this.#refuse(page, isDenied(error) ? 'denied' : 'failed');
    }
  }

  #refuse(page: string, reason: 'busy' | 'denied' | 'failed' | 'over'): Response {
    return redirect(`${page}#no-sso-${reason}`, this.#options.tickets.endRound());
  }
}

const pages: Readonly<Record<Purpose, string>> = {
  login: '/login',
  join: '/admin/join',
  connect: '/admin/account',
  confirm: '/admin/account',
};

function pageOf(round: Pick<BegunRound, 'purpose'> | null): string {
  return pages[round?.purpose ?? 'login'];
}

function redirect(location: string, ...cookies: readonly string[]): Response {
  const headers = new Headers({
    Location: location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}

function describePerson({ settings }: Provider, claims: Claims): Person {
  const { iss: issuer, sub: subject } = claims;
  if (typeof issuer !== 'string' || typeof subject !== 'string') throw new Error('no subject');
  if (subject === '' || subject.length > 255) throw new Error('a subject of no use');
  const address = email.safeParse(claims['email']);
  return {
    issuer,
    subject,
    email: address.data ?? '',
    isVerified: address.success && claims['email_verified'] === true,
    name: shortText.parse(claims['preferred_username']),
    sid: shortText.parse(claims['sid']),
    given: findRole(settings, claims),
  };
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'error' in error && error.error === DENIED;
}

/** One line, with the causes; the library puts no secret there. */
function describeError(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error && parts.length < 4; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? ` (${at.code})` : '';
    parts.push(`${at.message}${code}`);
  }
  return parts.join(': ').slice(0, 500);
}
