import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Call } from '../../http/endpoint.ts';
import { nowSeconds } from '../../engine/now.ts';
import { Problem } from '../../http/problem.ts';
import type { Seal } from '../encryption.ts';
import { hashToken } from '../tokens.ts';
import type { Round } from './provider.ts';
import type { Given } from './roles.ts';

const ROUND_SECONDS = 600;
const TICKET_SECONDS = 60;
const ROUND_COOKIE = 'brisk_sso_round';
const TICKET_COOKIE = 'brisk_sso_ticket';
const PREFIX = 'sso-';

/** What a round is for, and the call that takes its ticket. */
export const purposes = {
  login: '/api/login/sso',
  join: '/api/join',
  connect: '/api/sso/connect',
  confirm: '/api/session/confirm',
} as const;
export const purpose = z.enum(['login', 'join', 'connect', 'confirm']);
export type Purpose = z.output<typeof purpose>;

export interface BegunRound extends Round {
  readonly provider: number;
  readonly purpose: Purpose;
}

/** Who the provider says that the person is. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** '' = none. */
  readonly email: string;
  readonly isVerified: boolean;
  /** A user name that the person has there; '' = none. */
  readonly name: string;
  readonly sid: string;
  readonly given: Given;
}

export interface Ticket extends Person {
  readonly provider: number;
  readonly purpose: Purpose;
  readonly until: number;
}

/**
 * What a browser carries between the calls of a round: sealed, so that nothing is stored, and with
 * a cookie, so that a ticket works only in the browser that began.
 */
export class Tickets {
  readonly #seal: Seal;
  readonly #isSecure: boolean;

  constructor(seal: Seal, isSecure: boolean) {
    this.#seal = seal;
    this.#isSecure = isSecure;
  }

  closeRound(round: BegunRound): string {
    const until = nowSeconds() + ROUND_SECONDS;
    const sealed = this.#seal.close('sso round', JSON.stringify({ ...round, until }));
    const place = { path: '/login/sso', sameSite: 'Lax', seconds: ROUND_SECONDS } as const;
    return this.#write(ROUND_COOKIE, sealed, place);
  }

  /** Null: this browser began none, or too long ago. */
  openRound(cookies: string): BegunRound | null {
    const text = this.#seal.open('sso round', readCookie(cookies, ROUND_COOKIE));
    const round = text === null ? null : (JSON.parse(text) as BegunRound & { until: number });
    return round === null || round.until <= nowSeconds() ? null : round;
  }

  endRound(): string {
    return this.#write(ROUND_COOKIE, '', { path: '/login/sso', sameSite: 'Lax', seconds: 0 });
  }

  /** The ticket goes into the fragment of an address, where no log has it. */
  close(ticket: Omit<Ticket, 'until'>): { ticket: string; cookie: string } {
    const secret = randomBytes(24).toString('base64url');
    const until = nowSeconds() + TICKET_SECONDS;
    const text = JSON.stringify({ ...ticket, until, cookie: hashToken(secret) });
    const place = {
      path: purposes[ticket.purpose],
      sameSite: 'Strict',
      seconds: TICKET_SECONDS,
    } as const;
    return {
      ticket: PREFIX + this.#seal.close('sso ticket', text),
      cookie: this.#write(TICKET_COOKIE, secret, place),
    };
  }

  /** Throws `sso.failed`. */
  open(sealed: string, purpose: Purpose, { cookies }: Pick<Call, 'cookies'>): Ticket {
    const isTicket = sealed.startsWith(PREFIX);
    const text = isTicket ? this.#seal.open('sso ticket', sealed.slice(PREFIX.length)) : null;
    const ticket = text === null ? null : (JSON.parse(text) as Ticket & { cookie: string });
    const cookie = hashToken(readCookie(cookies, TICKET_COOKIE));
    if (ticket?.purpose !== purpose || ticket.cookie !== cookie || ticket.until <= nowSeconds()) {
      throw new Problem('sso.failed');
    }
    return ticket;
  }

  #write(
    name: string,
    value: string,
    { path, sameSite, seconds }: { path: string; sameSite: 'Lax' | 'Strict'; seconds: number },
  ): string {
    const secure = this.#isSecure ? '; Secure' : '';
    return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
  }
}

function readCookie(cookies: string, name: string): string {
  const pair = cookies.split(';', 200).find((text) => text.trimStart().startsWith(`${name}=`));
  return pair === undefined ? '' : pair.slice(pair.indexOf('=') + 1).trim();
}
