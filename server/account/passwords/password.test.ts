import { afterEach, expect, spyOn, test } from 'bun:test';
import { availableParallelism } from 'node:os';
import { Problem } from '../../http/problem.ts';
import { hashConcurrency, hashPassword, matchPassword } from './password.ts';
import { firstInShort, testInAll } from '../../../tests/support/test-run.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** Holds each hash until the test ends it, and counts hashes that run at once. */
class HeldHashing {
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

  /** Ends the oldest running hash, with or without an error. */
  async endFirst(error?: Error): Promise<void> {
    const { resolve, reject } = this.#running.shift()!;
    if (error === undefined) resolve();
    else reject(error);
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

const concurrency = hashConcurrency(availableParallelism());
const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [64, 2],
])('on %d cores at most %d passwords are hashed at once', (cores, most) => {
  expect(hashConcurrency(cores)).toBe(most);
});

test('passwords above the limit wait for hashing in their order', async () => {
  const hashing = new HeldHashing();
  const answers = words.map((word, index) =>
    index % 2 === 0 ? hashPassword(word) : matchPassword(word, `hash of ${word}`, 'high'),
  );
  await new Promise(setImmediate);
  for (const [ended] of words.entries()) {
    expect(hashing.begun).toEqual(words.slice(0, ended + concurrency));
    await hashing.endFirst();
  }
  expect(await Promise.all(answers)).toEqual(
    words.map((word, index) => (index % 2 === 0 ? `hash of ${word}` : 'normalized')),
  );
  expect(hashing.most).toBe(concurrency);
});

test('a failed hash makes room for the next password', async () => {
  const hashing = new HeldHashing();
  const first = words.slice(0, 4).map((word) => hashPassword(word));
  const outcomes = Promise.allSettled(first);
  await new Promise(setImmediate);
  for (let ended = 0; ended < 4; ended += 1) await hashing.endFirst(new Error('no memory'));
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  const later = words.slice(4).map((word) => hashPassword(word));
  await new Promise(setImmediate);
  expect(hashing.begun).toEqual(words.slice(0, 4 + concurrency));
  for (let ended = 0; ended < 4; ended += 1) await hashing.endFirst();
  expect(await Promise.all(later)).toEqual(words.slice(4).map((word) => `hash of ${word}`));
  expect(hashing.most).toBe(concurrency);
});

test('passwords from known addresses go first, and 16 of each priority can wait', async () => {
  const hashing = new HeldHashing();
  const guesses = Array.from({ length: concurrency + 16 }, (_, index) =>
    matchPassword(`guess ${index}`, null, 'low'),
  );
  const refused = await matchPassword('one more', null, 'low').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject({
    problem: 'account.too-many-attempts',
    details: { retryAfter: 1 },
  });
  const owners = Array.from({ length: 16 }, (_, index) =>
    matchPassword(`owner ${index}`, 'a hash', 'high'),
  );
  expect(await hashPassword('one more').catch((error: unknown) => error)).toBeInstanceOf(Problem);
  for (let ended = 0; ended < concurrency + 32; ended += 1) await hashing.endFirst();
  await Promise.all([...guesses, ...owners]);
  const order = hashing.begun.map((password) => password.split(' ')[0]);
  expect(order).toEqual([
    ...Array<string>(concurrency).fill('guess'),
    ...Array<string>(16).fill('owner'),
    ...Array<string>(16).fill('guess'),
  ]);
  expect(hashing.most).toBe(concurrency);
});

test.each([
  ['a guess', ['a guess']],
  ['Passwo\u0308rter', ['Passw\u00f6rter', 'Passwo\u0308rter']],
  ['ｌｏｎｇ enough', ['long enough', 'ｌｏｎｇ enough']],
])(
  'a login with "%s" costs as many hashes for an unknown name as for a known one',
  async (password, hashed) => {
    for (const hash of [null, 'a hash']) {
      const hashing = new HeldHashing();
      const answer = matchPassword(password, hash, 'low');
      for (const _ of hashed) await hashing.endFirst();
      expect(await answer).toBe('none');
      expect(hashing.begun).toEqual(hashed);
      for (const cleanup of cleanups.splice(0)) cleanup();
    }
  },
);

test('a hash is Argon2id with 19 MiB and two passes, and matches its own password only', async () => {
  const hash = await hashPassword('correct horse');
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
  expect(await matchPassword('correct horse', hash, 'high')).toBe('normalized');
  expect(await matchPassword('correct horses', hash, 'high')).toBe('none');
});

const spellings = [
  ['Schlüssel', 'Schlu\u0308ssel'],
  ['パスワード', 'ﾊﾟｽﾜｰﾄﾞ'],
  ['한국어 암호', '한국어 암호'.normalize('NFD')],
  ['office key', 'oﬃce key'],
  ['long enough', 'ｌｏｎｇ　ｅｎｏｕｇｈ'],
] as const;

test.each(firstInShort(spellings))(
  '"%s" is the same password on every system',
  async (one, other) => {
    expect(await matchPassword(other, await hashPassword(one), 'high')).toBe('normalized');
    expect(await matchPassword(one, await hashPassword(other), 'high')).toBe('normalized');
  },
);

testInAll('a hash of the typed form from an older version matches that form only', async () => {
  const typed = 'Schlu\u0308ssel';
  const hash = await Bun.password.hash(typed);
  expect(await matchPassword(typed, hash, 'high')).toBe('typed');
  expect(await matchPassword('Schlüssel', hash, 'high')).toBe('none');
});

test('a hash of bcrypt takes the first 72 bytes, as other programs do', async () => {
  // By libxcrypt.
  const hash = '$2b$04$abcdefghijklmnopqrstuuNBl12rnwRvVHiz5f3xHsvKgmfIvHey6';
  expect(await matchPassword('密码'.repeat(20), hash, 'low')).toBe('normalized');
  expect(await matchPassword('密码'.repeat(11), hash, 'low')).toBe('none');
});

test('a hash of PBKDF2 matches its own password only', async () => {
  // RFC 7914, section 11.
  const digest = '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56';
  const [salt, key] = [Buffer.from('NaCl'), Buffer.from(digest, 'hex')];
  const hash = `$pbkdf2-sha256$80000$${salt.toString('base64url')}$${key.toString('base64url')}`;
  expect(await matchPassword('Password', hash, 'low')).toBe('normalized');
  expect(await matchPassword('password', hash, 'low')).toBe('none');
});
