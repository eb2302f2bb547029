import { LINK_PASSWORD_MAX } from '../../contracts/links/routing.constants.ts';
import { Problem } from '../http/problem.ts';
import { readBytes } from '../http/body/read-bytes.ts';
import { findTarget, type Redirect, type RedirectOptions } from './redirect.ts';
import type { LinkVisit } from './request-facts.ts';
import { forwardsPath } from './target-cache.ts';

const BODY_MAX = 'password='.length + 12 * LINK_PASSWORD_MAX + 512;

interface PasswordAttempt {
  readonly linkId: number;
  readonly address: string;
  readonly password: string;
  readonly hash: string;
}

export interface RefusedPassword extends Pick<PasswordAttempt, 'linkId' | 'address'> {
  /** With its domain (`domain-code.ts`). */
  readonly code: string;
  readonly isThrottled: boolean;
}

interface PasswordGateOptions extends Pick<RedirectOptions, 'targets' | 'pages' | 'unknownCodes'> {
  readonly passwords: {
    /** Throws `account.too-many-attempts`. */
    isRight(attempt: PasswordAttempt): Promise<boolean>;
  };
  readonly onRefused: (refused: RefusedPassword) => void;
  readonly redirect: Redirect;
}

export function createPasswordGate(
  options: PasswordGateOptions,
): (visit: LinkVisit) => Promise<Response | null> {
  const { pages, unknownCodes } = options;
  return async (visit) => {
    const { request, typed } = visit;
    const found = await findTarget(options, visit);
    const target = found?.link ?? null;
    if (found !== undefined && target === null) unknownCodes.count(visit.address(), typed);
    const hash = target?.routing?.password_hash ?? '';
    if (found === undefined || target === null || hash === '') return null;
    if (found.visit.path !== '' && !forwardsPath(target)) return null;
    const refused = { linkId: target.id, address: visit.address(), code: target.short_url };
    try {
      const password = readPassword(await readBytes(request, BODY_MAX));
      const { linkId, address } = refused;
      if (!(await options.passwords.isRight({ linkId, address, password, hash }))) {
        options.onRefused({ ...refused, isThrottled: false });
        return pages.password(request, 'wrong');
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.problem !== 'account.too-many-attempts') return pages.password(request, 'wrong');
      options.onRefused({ ...refused, isThrottled: true });
      return pages.password(request, 'throttled', error.details.retryAfter ?? 1);
    }
    return options.redirect({ ...found.visit, unlocked: target.id });
  };
}

function readPassword(body: Uint8Array): string {
  return new URLSearchParams(Buffer.from(body).toString()).get('password') ?? '';
}
