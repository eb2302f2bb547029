import { afterEach, expect, spyOn, test } from 'bun:test';
import { availableParallelism } from 'node:os';
import { hashesAtOnce, hashPassword, verifyPassword } from './password.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** Hashing that goes on until it is told to end, and counts how many do so at once. */
class HeldHashing {
  /** The most that were under way at once. */
  most = 0;
  readonly begun: string[] = [];
  readonly #running: PromiseWithResolvers<void>[] = [];

  constructor() {
    const hash = spyOn(Bun.password, 'hash').mockImplementation(async (password) => {
      await this.#hold(password as string);
      return `hash of ${password as string}`;
    });
    const verify = spyOn(Bun.password, 'verify').mockImplementation(async (password, hash) => {
      await this.#hold(password as string);
      return hash === `hash of ${password as string}`;
    });
    cleanups.push(
      () => hash.mockRestore(),
      () => verify.mockRestore(),
    );
  }

  /** Ends the one that has gone on for longest, well or with an error. */
  async endFirst(error?: Error): Promise<void> {
    const { resolve, reject } = this.#running.shift()!;
    if (error === undefined) resolve();
    else reject(error);
    // Whoever waited for the place has begun by then.
    await new Promise(setImmediate);
  }

  #hold(password: string): Promise<void> {
    const held = Promise.withResolvers<void>();
    this.begun.push(password);
    this.#running.push(held);
    this.most = Math.max(this.most, this.#running.length);
    return held.promise;
  }
}

const atOnce = hashesAtOnce(availableParallelism());
const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [64, 2],
])('on %d cores the most passwords that are hashed at once are %d', (cores, most) => {
  expect(hashesAtOnce(cores)).toBe(most);
});

test('so many passwords are hashed at once, the others wait in their order', async () => {
  const hashing = new HeldHashing();
  const answers = words.map((word, index) =>
    index % 2 === 0 ? hashPassword(word) : verifyPassword(word, `hash of ${word}`),
  );
  await new Promise(setImmediate);
  for (const [ended] of words.entries()) {
    expect(hashing.begun).toEqual(words.slice(0, ended + atOnce));
    await hashing.endFirst();
  }
  expect(await Promise.all(answers)).toEqual(
    words.map((word, index) => (index % 2 === 0 ? `hash of ${word}` : true)),
  );
  expect(hashing.most).toBe(atOnce);
});

test('an error gives the place to the next in line, and one that comes later finds it free', async () => {
  const hashing = new HeldHashing();
  const first = words.slice(0, 4).map((word) => hashPassword(word));
  const settled = Promise.allSettled(first);
  await new Promise(setImmediate);
  for (let ended = 0; ended < 4; ended += 1) await hashing.endFirst(new Error('no memory'));
  expect((await settled).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  const later = words.slice(4).map((word) => hashPassword(word));
  await new Promise(setImmediate);
  expect(hashing.begun).toEqual(words.slice(0, 4 + atOnce));
  for (let ended = 0; ended < 4; ended += 1) await hashing.endFirst();
  expect(await Promise.all(later)).toEqual(words.slice(4).map((word) => `hash of ${word}`));
  expect(hashing.most).toBe(atOnce);
});

test('a name that nobody has costs a hash like any other, and is refused', async () => {
  const hashing = new HeldHashing();
  const answer = verifyPassword('a guess', null);
  expect(hashing.begun).toEqual(['a guess']);
  await hashing.endFirst();
  expect(await answer).toBe(false);
});

test('a hash is Argon2id with 19 MiB and two passes, and verifies its own password only', async () => {
  const hash = await hashPassword('correct horse');
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
  expect(await verifyPassword('correct horse', hash)).toBe(true);
  expect(await verifyPassword('correct horses', hash)).toBe(false);
});
