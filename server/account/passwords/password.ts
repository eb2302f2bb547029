import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { normalizePassword } from '../../../contracts/password.ts';
import { Problem } from '../../http/problem.ts';
import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's choice for Argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

const BCRYPT_BYTES = 72;

/** Per priority. A hash takes 30 ms, so the last waits 0.5 s. */
const WAITING_MAX = 16;
const RETRY_SECONDS = 1; // `Retry-After` when the queue is full

/** `high`: calls from known addresses. */
export type Priority = 'high' | 'low';

/** Passwords of links come after all logins. */
const LINK_PRIORITY = -1;

/** `typed`: only the typed form matches, so the password needs a new hash. */
export type PasswordMatch = 'normalized' | 'typed' | 'none';

const priorities: Readonly<Record<Priority, number>> = { high: 1, low: 0 };
const queue = new PQueue({ concurrency: hashConcurrency(availableParallelism()) });

const derive = promisify(pbkdf2);

/** More hashes at once would take the core that redirects need. */
export function hashConcurrency(cores: number): number {
  return Math.max(1, Math.min(2, cores - 1));
}

export function hashPassword(password: string): Promise<string> {
  return runQueued('high', () => hash(password));
}

export function hashLinkPassword(password: string): Promise<string> {
  return queue.add(() => hash(password), { priority: LINK_PRIORITY });
}

function hash(password: string): Promise<string> {
  return Bun.password.hash(normalizePassword(password), ARGON2ID);
}

/**
 * Also tries the typed form, which older versions hashed. Without a hash it takes as long, so that
 * the time does not reveal whether an account exists. Throws `account.too-many-attempts`.
 */
export function matchPassword(
  password: string,
  hash: string | null,
  priority: Priority,
): Promise<PasswordMatch> {
  const normal = normalizePassword(password);
  return runQueued(priority, async () => {
    if (await isMatch(normal, hash)) return 'normalized';
    return normal !== password && (await isMatch(password, hash)) ? 'typed' : 'none';
  });
}

/** Other shorteners hash what was typed. For a hash of Brisk, each attempt takes one comparison. */
export function matchesLinkPassword(password: string, hash: string): Promise<boolean> {
  const normal = normalizePassword(password);
  return queue.add(
    async () =>
      (await isMatch(normal, hash)) ||
      (!hash.startsWith('$argon2id$') && normal !== password && (await isMatch(password, hash))),
    { priority: LINK_PRIORITY },
  );
}

async function isMatch(password: string, hash: string | null): Promise<boolean> {
  if (hash === null) {
    await Bun.password.hash(password, ARGON2ID);
    return false;
  }
  if (isPbkdf2(hash)) return matchesPbkdf2(password, hash);
  // Bun would hash a longer password first, which no other program does.
  const text = isBcrypt(hash) ? Buffer.from(password).subarray(0, BCRYPT_BYTES) : password;
  return Bun.password.verify(text, hash);
}

function isBcrypt(hash: string): boolean {
  return hash.startsWith('$2');
}

async function runQueued<Result>(name: Priority, work: () => Promise<Result>): Promise<Result> {
  const priority = priorities[name];
  if (queue.sizeBy({ priority }) >= WAITING_MAX) {
    throw new Problem('account.too-many-attempts', { retryAfter: RETRY_SECONDS });
  }
  return queue.add(work, { priority });
}

/** Imported links may have `$pbkdf2-sha256$iterations$salt$hash` in base64url. */
function isPbkdf2(hash: string): boolean {
  return hash.startsWith('$pbkdf2-sha256$');
}

async function matchesPbkdf2(password: string, stored: string): Promise<boolean> {
  const [iterations, salt, hash] = stored.split('$').slice(2);
  const expected = Buffer.from(hash!, 'base64url');
  const derived = await derive(
    password,
    Buffer.from(salt!, 'base64url'),
    Number(iterations),
    expected.length,
    'sha256',
  );
  return timingSafeEqual(derived, expected);
}
