import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test';
import { createMemoryLimiter } from '../engine/memory-limiter.ts';
import { Problem } from '../http/problem.ts';
import { LoginThrottle } from './login-throttle.ts';

const START = Date.UTC(2026, 0, 1);
const FREE = 5;

let throttle: LoginThrottle;
beforeEach(() => {
  setSystemTime(START);
  throttle = new LoginThrottle({ createLimiter: createMemoryLimiter });
});
afterEach(() => {
  setSystemTime();
});

/** Tries to log in; returns how many seconds to wait, 0 when the password is looked at. */
async function attempt(username: string, address: string): Promise<number> {
  try {
    await throttle.begin(username, address, () => Promise.resolve([]));
    return 0;
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    const { problem, details } = error as Problem;
    expect(problem).toBe('account.too-many-attempts');
    return details.retryAfter!;
  }
}

function advance(seconds: number): void {
  setSystemTime(Date.now() + seconds * 1000);
}

/**
 * The delays behind the free attempts: each is told, holds until a second before its end, and is
 * over at its end.
 */
async function readDelays(
  count: number,
  guess: (number: number) => readonly [username: string, address: string],
): Promise<number[]> {
  let number = 0;
  const next = () => attempt(...guess((number += 1)));
  for (let free = 0; free < FREE; free += 1) expect(await next()).toBe(0);
  const delays: number[] = [];
  while (delays.length < count) {
    const delay = await next();
    delays.push(delay);
    advance(delay - 1);
    expect(await next()).toBe(1);
    advance(1);
    expect(await next()).toBe(0);
  }
  return delays;
}

test('guesses from one address wait twice as long each time, up to 15 minutes', async () => {
  const delays = await readDelays(12, (number) => [`nobody${number}`, '203.0.113.7']);
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

test('guesses at one account wait twice as long each time, up to 30 seconds', async () => {
  const delays = await readDelays(8, (number) => ['ada', `2001:db8:0:${number.toString(16)}::1`]);
  expect(delays).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

test('an hour without a guess, and a right password, make a clean slate', async () => {
  const guess = ['ada', '203.0.113.7'] as const;
  await readDelays(4, () => guess);
  advance(3600);
  expect(await readDelays(3, () => guess)).toEqual([1, 2, 4]);
  await throttle.succeed(...guess);
  expect(await readDelays(3, () => guess)).toEqual([1, 2, 4]);
});

test('each account and each address has its own count', async () => {
  await readDelays(3, () => ['ada', '203.0.113.7']);
  expect(await attempt('ada', '203.0.113.8')).toBeGreaterThan(0);
  expect(await attempt('bob', '203.0.113.7')).toBeGreaterThan(0);
  expect(await attempt('bob', '203.0.113.8')).toBe(0);
});

test('where the account has logged in, its own count holds nobody up', async () => {
  const known = ['198.51.100.1', '2001:db8:1:2::3'];
  await readDelays(6, (number) => ['ada', `2001:db8:0:${number.toString(16)}::1`]);
  expect(await attempt('ada', '198.51.100.2')).toBeGreaterThan(0);
  for (const address of ['198.51.100.1', '2001:db8:1:2:ffff::4']) {
    await throttle.begin('ada', address, () => Promise.resolve(known));
  }
  await throttle.succeed('ada', '198.51.100.2');
  await readDelays(6, (number) => ['ada', `2001:db8:1:${number.toString(16)}::1`]);
  // Remembered: nobody needs to look.
  await throttle.begin('ada', '198.51.100.2', () => Promise.reject(new Error('asked')));
});
