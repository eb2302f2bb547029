import { availableParallelism } from 'node:os';

/** OWASP's choice for Argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

const atOnce = hashesAtOnce(availableParallelism());
let running = 0;
const waiting: (() => void)[] = [];

/** How many hashes run at once: more would take the cores from the redirects, which need one. */
export function hashesAtOnce(cores: number): number {
  return Math.max(1, Math.min(2, cores - 1));
}

/** Hashes a password for storing. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password, ARGON2ID));
}

/**
 * Tells whether a password is the one of a hash. Without a hash it takes as long as with one and
 * says no, so that nobody learns from the time whether an account exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  if (hash === null) {
    await hashPassword(password);
    return false;
  }
  return inTurn(() => Bun.password.verify(password, hash));
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // The place goes to the next in line, or becomes free.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
