import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { LINK_PASSWORD_MAX } from '../../contracts/routing.constants.ts';
import type { Engine } from '../engine/engine.ts';
import { limitKey } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { Redirect, LinkVisit, RedirectOptions } from './redirect.ts';
import type { CachedTarget } from './target-cache.ts';

const ATTEMPTS_MAX = 10;
const ATTEMPTS_SECONDS = 600;
/** Encoded, a character takes up to 12 bytes. */
const BODY_MAX = 'password='.length + 12 * LINK_PASSWORD_MAX + 512;

interface PasswordGateOptions extends Pick<RedirectOptions, 'targets' | 'pages' | 'unknownCodes'> {
  readonly engine: Pick<Engine, 'createLimiter'>;
  /** Throws `account.too-many-attempts` when too many checks wait. */
  readonly matchesPassword: (password: string, hash: string) => Promise<boolean>;
  readonly redirect: Redirect;
}

/**
 * Answers a POST to a link: null when the link has no password. Limits the attempts per link and
 * address; a right password resets them.
 */
export function createPasswordGate(
  options: PasswordGateOptions,
): (visit: LinkVisit) => Promise<Response | null> {
  const { targets, pages, unknownCodes } = options;
  const attempts = options.engine.createLimiter({
    name: 'link-password',
    points: ATTEMPTS_MAX,
    seconds: ATTEMPTS_SECONDS,
  });
  /** A client with too many unknown codes gets cached links only. */
  async function findTarget(visit: LinkVisit): Promise<CachedTarget | null> {
    const { typed } = visit;
    const known = targets.get(typed);
    if (known !== undefined) return known;
    if (unknownCodes.secondsToWait(visit.address()) > 0) return null;
    const found = await targets.load(typed);
    if (found === null) unknownCodes.count(visit.address(), typed);
    return found;
  }

  return async (visit) => {
    const { request } = visit;
    const target = await findTarget(visit);
    const { password_hash: hash = '', forward_path: forwards = 0 } = target?.routing ?? {};
    if (target === null || hash === '' || (visit.path !== '' && forwards === 0)) return null;
    const key = `${target.id} ${limitKey(visit.address())}`;
    try {
      const wait = await takeAttempt(attempts, key);
      if (wait > 0) return pages.password(request, 'throttled', wait);
      const password = readPassword(await readBytes(request, BODY_MAX));
      if (!(await options.matchesPassword(password, hash))) return pages.password(request, 'wrong');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.problem !== 'account.too-many-attempts') return pages.password(request, 'wrong');
      return pages.password(request, 'throttled', error.details.retryAfter ?? 1);
    }
    await attempts.delete(key);
    return options.redirect({ ...visit, isUnlocked: true });
  };
}

async function takeAttempt(attempts: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await attempts.consume(key);
    return 0;
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    return Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000);
  }
}

function readPassword(body: Uint8Array): string {
  return new URLSearchParams(Buffer.from(body).toString()).get('password') ?? '';
}
