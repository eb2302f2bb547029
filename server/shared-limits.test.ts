import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test';
import { sharedPostgres } from '../tests/postgres/postgres-server.ts';
import { LinkPasswords } from './account/passwords/link-passwords.ts';
import { LoginThrottle } from './account/throttle/login-throttle.ts';
import type { Engine } from './engine/engine.ts';
import { openPostgres } from './engine/postgres/postgres.ts';
import { Problem } from './http/problem.ts';
import { createGuestLimit } from './links/guest-limit.ts';
import { testInAll } from '../tests/support/test-run.ts';

let databaseUrl: string;
let one: Engine;
let other: Engine;

beforeEach(async () => {
  databaseUrl = await (await sharedPostgres()).createDatabase();
  // `close` interrupts queries, which report an error.
  const open = (): Promise<Engine> => openPostgres({ databaseUrl, onError: () => undefined });
  one = await open();
  other = await open();
});

afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
  await (await sharedPostgres()).dropDatabase(databaseUrl);
});

async function problemOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.problem;
    throw error;
  }
}

test('all servers of a site count password guesses together', async () => {
  const throttles = [new LoginThrottle(one), new LoginThrottle(other)] as const;
  const count = (turn: number, address: string) =>
    throttles[turn % 2]!.countLogin({ username: 'ada', address, isKnown: false, hasOthers: false });
  const guess = (turn: number, address: string) => problemOf(count(turn, address));
  for (let turn = 0; turn < 4; turn += 1) expect(await guess(turn, '203.0.113.7')).toBeNull();
  const { succeed } = await count(4, '203.0.113.7');
  // The five free attempts are used up.
  for (const turn of [0, 1]) {
    expect(await guess(turn, '203.0.113.7')).toBe('account.too-many-attempts');
    expect(await guess(turn, '198.51.100.1')).toBe('account.too-many-attempts');
  }
  await succeed();
  for (const turn of [0, 1]) expect(await guess(turn, '203.0.113.7')).toBeNull();
});

testInAll('at most five of simultaneous guesses on two servers are checked', async () => {
  const throttles = [new LoginThrottle(one), new LoginThrottle(other)] as const;
  for (const [username, isKnown, addressOf] of [
    ['ada', true, () => '203.0.113.7'],
    ['ada', false, (index: number) => `2001:db8:${index}::1`],
  ] as const) {
    const ends = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        problemOf(
          throttles[index % 2]!.countLogin({
            username,
            address: addressOf(index),
            isKnown,
            hasOthers: false,
          }),
        ),
      ),
    );
    expect(ends.filter((problem) => problem === null)).toHaveLength(5);
  }
});

testInAll('an address that one server told to come back is let in by the other', async () => {
  const throttles = [new LoginThrottle(one), new LoginThrottle(other)] as const;
  for (let guess = 0; guess < 5; guess += 1) {
    await throttles[0].countLogin({
      username: 'ada',
      address: `2001:db8:${guess}::1`,
      isKnown: false,
      hasOthers: false,
    });
  }
  const begun = Date.now();
  try {
    const attempt = (turn: number) =>
      problemOf(
        throttles[turn]!.countLogin({
          username: 'ada',
          address: '198.51.100.1',
          isKnown: false,
          hasOthers: false,
        }),
      );
    expect(await attempt(0)).toBe('account.too-many-attempts');
    expect(await attempt(1)).toBe('account.too-many-attempts');
    setSystemTime(begun + 1000);
    expect(await attempt(1)).toBeNull();
  } finally {
    setSystemTime();
  }
});

testInAll(
  'all servers of a site count the links of visitors without a token together',
  async () => {
    const limits = [createGuestLimit(one, () => 10), createGuestLimit(other, () => 10)] as const;
    const ends = await Promise.all(
      Array.from({ length: 30 }, (_, index) => problemOf(limits[index % 2]!('203.0.113.7'))),
    );
    expect(ends.filter((problem) => problem === null)).toHaveLength(10);
    expect(await problemOf(limits[0]('203.0.113.7'))).toBe('links.too-many');
    expect(await problemOf(limits[1]('203.0.113.8'))).toBeNull();
  },
);

test('all servers of a site count wrong passwords of a link together', async () => {
  const passwords = [new LinkPasswords(one), new LinkPasswords(other)] as const;
  const hash = await Bun.password.hash('right', { algorithm: 'bcrypt', cost: 4 });
  const enter = (turn: number, password: string, address: string) =>
    problemOf(passwords[turn % 2]!.isRight({ linkId: 1, address, password, hash }));
  for (let turn = 0; turn < 60; turn += 1) {
    expect(await enter(turn, 'wrong', `2001:db8:${turn}::1`)).toBeNull();
  }
  const begun = Date.now();
  try {
    expect(await enter(0, 'right', '198.51.100.1')).toBe('account.too-many-attempts');
    setSystemTime(begun + 1000);
    // The other server knows that the address was refused, and the first one that it was right.
    expect(await enter(1, 'right', '198.51.100.1')).toBeNull();
    expect(await enter(0, 'right', '198.51.100.1')).toBeNull();
  } finally {
    setSystemTime();
  }
});
