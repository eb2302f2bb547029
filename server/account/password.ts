import { availableParallelism } from 'node:os';
import { normalizePassword } from '../../contracts/password.ts';
import { Problem } from '../http/problem.ts';

/** OWASP's choice for Argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** How many hashes of each rank may wait: one takes some 30 ms, so the last waits half a second. */
const WAITING_MAX = 16;
/** `Retry-After` when the queue is full, in seconds. */
const RETRY_SECONDS = 1;

/** Which hashes go first: `owner` for calls from known addresses, `stranger` for all others. */
export type Rank = 'owner' | 'stranger';

/** What a password is to a hash: `typed` fits in its typed form alone, and wants a new hash. */
export type PasswordMatch = 'normalized' | 'typed' | 'none';

const atOnce = hashesAtOnce(availableParallelism());
let running = 0;
const waiting: Readonly<Record<Rank, (() => void)[]>> = { owner: [], stranger: [] };

/** How many hashes run at once: more would take the cores from the redirects, which need one. */
export function hashesAtOnce(cores: number): number {
  return Math.max(1, Math.min(2, cores - 1));
}

/** Hashes a password for storing. Throws `account.too-many-attempts` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn('owner', () => Bun.password.hash(normalizePassword(password), ARGON2ID));
}

/**
 * Compares a password with a hash: first in its normal form, then as typed, since hashes of older
 * versions are of that. Without a hash it takes as long and says no: the time does not tell whether
 * an account exists. Throws `account.too-many-attempts` when too many wait.
 */
export function matchPassword(
  password: string,
  hash: string | null,
  rank: Rank,
): Promise<PasswordMatch> {
  const normal = normalizePassword(password);
  return inTurn(rank, async () => {
    if (await fits(normal, hash)) return 'normalized';
    return normal !== password && (await fits(password, hash)) ? 'typed' : 'none';
  });
}

async function fits(password: string, hash: string | null): Promise<boolean> {
  if (hash !== null) return Bun.password.verify(password, hash);
  await Bun.password.hash(password, ARGON2ID);
  return false;
}

async function inTurn<Result>(rank: Rank, work: () => Promise<Result>): Promise<Result> {
  if (running < atOnce) running += 1;
  else await waitForTurn(waiting[rank]);
  try {
    return await work();
  } finally {
    // The place goes to the next in line, or becomes free.
    const next = waiting.owner.shift() ?? waiting.stranger.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function waitForTurn(line: (() => void)[]): Promise<void> {
  if (line.length >= WAITING_MAX) {
    throw new Problem('account.too-many-attempts', { retryAfter: RETRY_SECONDS });
  }
  return new Promise<void>((resolve) => line.push(resolve));
}
