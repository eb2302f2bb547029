import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { normalizePassword } from '../../contracts/password.ts';
import { Problem } from '../http/problem.ts';

/** OWASP's choice for Argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** Per priority. A hash takes 30 ms, so the last waits 0.5 s. */
const WAITING_MAX = 16;
const RETRY_SECONDS = 1; // `Retry-After` when the queue is full

/** `high`: calls from known addresses. */
export type Priority = 'high' | 'low';

/** `typed`: only the typed form matches, so the password needs a new hash. */
export type PasswordMatch = 'normalized' | 'typed' | 'none';

const priorities: Readonly<Record<Priority, number>> = { high: 1, low: 0 };
const queue = new PQueue({ concurrency: hashConcurrency(availableParallelism()) });

/** More hashes at once would take the core that redirects need. */
export function hashConcurrency(cores: number): number {
  return Math.max(1, Math.min(2, cores - 1));
}

export function hashPassword(password: string): Promise<string> {
  return runQueued('high', () => Bun.password.hash(normalizePassword(password), ARGON2ID));
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

async function isMatch(password: string, hash: string | null): Promise<boolean> {
  if (hash !== null) return Bun.password.verify(password, hash);
  await Bun.password.hash(password, ARGON2ID);
  return false;
}

async function runQueued<Result>(name: Priority, work: () => Promise<Result>): Promise<Result> {
  const priority = priorities[name];
  if (queue.sizeBy({ priority }) >= WAITING_MAX) {
    throw new Problem('account.too-many-attempts', { retryAfter: RETRY_SECONDS });
  }
  return queue.add(work, { priority });
}
