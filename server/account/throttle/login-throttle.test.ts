import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { createMemoryLimiter } from '../../engine/memory-limiter.ts';
import { Problem } from '../../http/problem.ts';
import { chooseForRun, testInAll } from '../../../tests/support/test-run.ts';
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

/** Returns how many seconds the attempt must wait; 0 when its password is checked. */
async function secondsToWait(attempt: Promise<unknown>): Promise<number> {
  try {
    await attempt;
    return 0;
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    const { problem, details } = error as Problem;
    expect(problem).toBe('account.too-many-attempts');
    return details.retryAfter!;
  }
}

function attempt(
  username: string,
  address: string,
  { isKnown = false, hasOthers = false } = {},
): Promise<number> {
  return secondsToWait(throttle.countLogin({ username, address, isKnown, hasOthers }));
}

function advance(seconds: number): void {
  setSystemTime(Date.now() + seconds * 1000);
}

/** An address in a network of its own. */
function addressOf(number: number): string {
  const [high, low] = [Math.floor(number / 65_536), number % 65_536];
  return `2001:${(0xdb8 + high).toString(16)}:${low.toString(16)}::1`;
}

/** Returns the delays after the free attempts; each must hold until its last second. */
async function readDelays(count: number, next: () => Promise<number>): Promise<number[]> {
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

const guessAtHome = () => attempt('ada', '203.0.113.7', { isKnown: true });
const growing = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900];

test('guesses from one address wait twice as long each time, up to 15 minutes', async () => {
  let number = 0;
  const guess = () => attempt(`unknown${(number += 1)}`, '203.0.113.7');
  expect(await readDelays(growing.length, guess)).toEqual(growing);
});

test('guesses from an address of the owner wait twice as long each time', async () => {
  expect(await readDelays(growing.length, guessAtHome)).toEqual(growing);
});

test('a login that guesses the old password waits up to 30 seconds, whatever its address', async () => {
  let number = 0;
  const guess = () =>
    secondsToWait(
      throttle.countPasswordChange('its login', {
        username: 'ada',
        address: addressOf((number += 1)),
        hasOthers: false,
      }),
    );
  expect(await readDelays(8, guess)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

test('an hour without a guess resets the delays, and so does the right password', async () => {
  await readDelays(4, guessAtHome);
  advance(3600);
  expect(await readDelays(3, guessAtHome)).toEqual([1, 2, 4]);
  advance(900);
  const right = { username: 'ada', address: '203.0.113.7', isKnown: true, hasOthers: false };
  const { succeed } = await throttle.countLogin(right);
  await succeed();
  expect(await readDelays(3, guessAtHome)).toEqual([1, 2, 4]);
});

test('each name and each address has its own count', async () => {
  for (let free = 0; free < FREE; free += 1) expect(await attempt('ada', '203.0.113.7')).toBe(0);
  expect(await attempt('ada', '203.0.113.8')).toBe(1);
  expect(await attempt('bob', '203.0.113.7')).toBe(1);
  expect(await attempt('bob', '203.0.113.8')).toBe(0);
});

/** Uses up the free attempts at a user name. */
async function useUpName(username: string): Promise<void> {
  for (let guess = 0; guess < FREE; guess += 1) await attempt(username, addressOf(9000 + guess));
}

test('while the limit of a name is used up, unknown addresses must return and known ones get in', async () => {
  await useUpName('ada');
  expect(await attempt('ada', '198.51.100.1')).toBe(1);
  expect(await attempt('ada', '198.51.100.1')).toBe(1);
  advance(1);
  expect(await attempt('ada', '198.51.100.1')).toBe(0);
  // Each attempt must return.
  expect(await attempt('ada', '198.51.100.1')).toBe(1);
  expect(await attempt('ada', '203.0.113.7', { isKnown: true })).toBe(0);
});

test('an address that returns after 30 seconds must return once more', async () => {
  await useUpName('ada');
  expect(await attempt('ada', '198.51.100.1')).toBe(1);
  advance(31);
  expect(await attempt('ada', '198.51.100.1')).toBe(1);
  advance(29);
  expect(await attempt('ada', '198.51.100.1')).toBe(0);
});

test('a /48 or /24 has a limit of its own and does not slow other networks', async () => {
  for (const addressIn of [
    (number: number) => `2001:db8:1:${number.toString(16)}::1`,
    (number: number) => `203.0.113.${number}`,
  ]) {
    const waits: number[] = [];
    for (let number = 1; number <= 40; number += 1) {
      waits.push(await attempt(`unknown${number}`, addressIn(number)));
    }
    expect(waits).toEqual([...Array<number>(20).fill(0), ...Array<number>(20).fill(1)]);
  }
  expect(await attempt('ada', '2001:db8:2::1')).toBe(0);
  expect(await attempt('ada', '203.0.114.1')).toBe(0);
});

test('attempts at unknown names from new networks share the limit of the site', async () => {
  const waits: number[] = [];
  for (let number = 1; number <= 80; number += 1) {
    waits.push(await attempt(`unknown${number}`, addressOf(number)));
  }
  expect(waits.filter((wait) => wait === 0)).toHaveLength(60);
  expect(await attempt('ada', '198.51.100.1')).toBe(1);
  advance(1);
  expect(await attempt('ada', '198.51.100.1')).toBe(0);
});

test('an attempt that its address delays does not count against shared limits', async () => {
  await useUpName('bob');
  for (let guess = 0; guess < FREE; guess += 1)
    await attempt('ada', '203.0.113.7', { isKnown: true });
  for (let tries = 0; tries < 40; tries += 1) {
    expect(await attempt('carol', '203.0.113.7')).toBeGreaterThan(0);
  }
  for (let free = 0; free < FREE; free += 1) {
    expect(await attempt('carol', addressOf(free))).toBe(0);
  }
});

test('an undone attempt does not count', async () => {
  for (let tries = 0; tries < 20; tries += 1) {
    const { undo } = await throttle.countLogin({
      username: 'ada',
      address: addressOf(tries % 3),
      isKnown: tries % 2 === 0,
      hasOthers: false,
    });
    await undo();
  }
  await useUpName('ada');
  expect(await attempt('ada', '198.51.100.1')).toBe(1);
  for (let tries = 0; tries < 40; tries += 1) {
    advance(1);
    const { undo } = await throttle.countLogin({
      username: 'ada',
      address: '198.51.100.1',
      isKnown: false,
      hasOthers: false,
    });
    await undo();
  }
  advance(1);
  expect(await attempt('ada', '198.51.100.1')).toBe(0);
});

const PER_SECOND = 20;

interface Attack {
  /** Makes the attempts of 1/20 s; returns how many passwords were checked. */
  step(): Promise<number>;
}

function guessFromNewAddresses(): Attack {
  let number = 0;
  return { step: async () => ((await attempt('ada', addressOf((number += 1)))) === 0 ? 1 : 0) };
}

/** Each of 20 addresses returns each second until it gets in; then a new address starts. */
function guessWithPatience(): Attack {
  let number = PER_SECOND;
  let turn = 0;
  const addresses = Array.from({ length: PER_SECOND }, (_, index) => addressOf(index));
  return {
    async step() {
      const slot = (turn += 1) % PER_SECOND;
      if ((await attempt('ada', addresses[slot]!)) > 0) return 0;
      addresses[slot] = addressOf((number += 1));
      return 1;
    },
  };
}

/** Refused addresses all return at once when an attempt is free. */
function guessInBursts(): Attack {
  let number = 0;
  const refused: string[] = [];
  let isOpen = false;
  return {
    async step() {
      const back = isOpen ? refused.shift() : undefined;
      const address = back ?? addressOf((number += 1));
      const wait = await attempt('ada', address);
      isOpen = wait === 0 || (!isOpen && refused.length > PER_SECOND);
      if (wait > 0) refused.push(address);
      if (refused.length > 25 * PER_SECOND) refused.shift();
      return wait === 0 ? 1 : 0;
    },
  };
}

/** Runs an attack for some seconds, and `eachStep` in each step. */
async function run(attack: Attack, seconds: number, eachStep?: (step: number) => Promise<boolean>) {
  let checked = 0;
  for (let step = 0; step < seconds * PER_SECOND; step += 1) {
    checked += await attack.step();
    if ((await eachStep?.(step)) === true) return { checked, seconds: step / PER_SECOND };
    advance(1 / PER_SECOND);
  }
  return { checked, seconds: Number.POSITIVE_INFINITY };
}

test.each([
  ['that never return', guessFromNewAddresses, 2],
  ['that all return each second', guessWithPatience, 10],
  ['that return when an attempt is free', guessInBursts, 10],
] as const)(
  'during 20 guesses a second from new addresses %s, the owner gets in from a new address in time',
  async (_, begin, limit) => {
    const attack = begin();
    await run(attack, 60);
    for (let trial = 0; trial < chooseForRun(10, 40); trial += 1) {
      // The owner tries every 1.05 s, like a client on a slow line.
      const owner = `198.51.${trial}.1`;
      const { seconds } = await run(attack, 60, async (step) =>
        step % 21 === 0 ? (await attempt('ada', owner)) === 0 : false,
      );
      expect(seconds).toBeLessThanOrEqual(limit);
      await run(attack, (trial * 0.37) % 8);
    }
  },
);

test('guesses from addresses that never return are not checked', async () => {
  expect((await run(guessFromNewAddresses(), 300)).checked).toBe(FREE);
});

test('at most 4 guesses a second of returning attackers are checked', async () => {
  const { checked } = await run(guessWithPatience(), 80);
  expect(checked).toBeGreaterThan(FREE);
  expect(checked).toBeLessThanOrEqual(FREE + 11 * 32);
});

testInAll('fewer guesses of returning attackers are checked after 10,000', async () => {
  const attack = guessWithPatience();
  await run(attack, 2580);
  const later = await run(attack, 3200);
  // 10 windows and a part of one; an hour brings five free attempts.
  expect(later.checked).toBeLessThanOrEqual(11 * 32 + 2 * FREE);
  expect(later.checked).toBeGreaterThan(0);
});

describe('on a site with several accounts', () => {
  const home = '203.0.113.7';
  const logIn = async (username: string, isKnown: boolean) => {
    const own = { username, address: home, isKnown, hasOthers: true };
    const { succeed } = await throttle.countLogin(own);
    await succeed();
  };

  test('logins to one account do not clear guesses at another', async () => {
    let checked = 0;
    for (let round = 0; round < 12; round += 1) {
      for (let guess = 0; guess < 4; guess += 1) {
        if ((await attempt('owner', home, { hasOthers: true })) === 0) checked += 1;
      }
      await logIn('viewer', true);
      advance(1);
    }
    expect(checked).toBeLessThan(12);
  });

  test('guesses at many names use up what is free at all of them', async () => {
    let checked = 0;
    for (let number = 0; number < 40; number += 1) {
      if ((await attempt(`name${number}`, home, { hasOthers: true })) === 0) checked += 1;
    }
    expect(checked).toBeLessThanOrEqual(20);
    expect(checked).toBeGreaterThan(5);
  });

  test('someone who is known at the address gets in all the same', async () => {
    for (let number = 0; number < 40; number += 1) {
      await attempt(`name${number}`, home, { hasOthers: true });
    }
    expect(await attempt('owner', home, { isKnown: true, hasOthers: true })).toBe(0);
  });

  test('a success clears the guesses at its own account from there', async () => {
    for (let guess = 0; guess < 4; guess += 1) {
      expect(await attempt('ada', home, { isKnown: true, hasOthers: true })).toBe(0);
    }
    await logIn('ada', true);
    for (let guess = 0; guess < FREE; guess += 1) {
      expect(await attempt('ada', home, { isKnown: true, hasOthers: true })).toBe(0);
    }
  });
});
