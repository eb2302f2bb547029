import { afterEach, beforeEach, expect, setSystemTime, spyOn, test } from 'bun:test';
import { createMemoryLimiter } from '../../engine/memory-limiter.ts';
import { Problem } from '../../http/problem.ts';
import { LinkPasswords } from './link-passwords.ts';
import { matchPassword } from './password.ts';

const START = Date.UTC(2026, 0, 1);
/** Wrong passwords of new addresses in an hour, per link. */
const FREE = 60;
// The cheapest hash, as from an import.
const hash = await Bun.password.hash('right', { algorithm: 'bcrypt', cost: 4 });

let passwords: LinkPasswords;
beforeEach(() => {
  setSystemTime(START);
  passwords = new LinkPasswords({ createLimiter: createMemoryLimiter });
});
afterEach(() => {
  setSystemTime();
});

function advance(seconds: number): void {
  setSystemTime(Date.now() + seconds * 1000);
}

/** An address in a network of its own. */
function addressOf(number: number): string {
  return `2001:${(0xdb8 + (number >> 16)).toString(16)}:${(number & 65_535).toString(16)}::1`;
}

/** Right, wrong, or how many seconds the attempt must wait. */
async function enter(
  password: string,
  address: string,
  linkId = 1,
): Promise<'right' | 'wrong' | number> {
  try {
    return (await passwords.isRight({ linkId, address, password, hash })) ? 'right' : 'wrong';
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    const { problem, details } = error as Problem;
    expect(problem).toBe('account.too-many-attempts');
    return details.retryAfter!;
  }
}

async function guess(count: number, linkId = 1, first = 0): Promise<(string | number)[]> {
  const answers: (string | number)[] = [];
  for (let number = 0; number < count; number += 1) {
    answers.push(await enter('wrong', addressOf(first + number), linkId));
  }
  return answers;
}

test('after 60 wrong passwords in an hour, new addresses must come back', async () => {
  expect(await guess(FREE + 20)).toEqual([
    ...Array<string>(FREE).fill('wrong'),
    ...Array<number>(20).fill(1),
  ]);
  expect(await enter('right', '198.51.100.1')).toBe(1);
  expect(await enter('right', '198.51.100.1')).toBe(1);
  advance(1);
  expect(await enter('right', '198.51.100.1')).toBe('right');
  // From now on, this address need not come back.
  expect(await enter('right', '198.51.100.1')).toBe('right');
  expect(await enter('right', '198.51.100.2', 2)).toBe('right');
  advance(3600);
  expect(await enter('right', '198.51.100.3')).toBe('right');
});

test('right passwords do not use up the limit of a link', async () => {
  for (let number = 0; number < 2 * FREE; number += 1) {
    expect(await enter('right', addressOf(number))).toBe('right');
  }
  expect(await guess(FREE, 1, 1000)).toEqual(Array<string>(FREE).fill('wrong'));
});

test('an address that had the password right has 10 attempts, and new addresses have theirs', async () => {
  expect(await enter('right', '198.51.100.1')).toBe('right');
  for (let count = 0; count < 10; count += 1) {
    expect(await enter('wrong', '198.51.100.1')).toBe('wrong');
  }
  expect(await enter('right', '198.51.100.1')).toBe(600);
  expect(await guess(FREE)).toEqual(Array<string>(FREE).fill('wrong'));
});

test('guesses at many links from addresses that never come back are compared 600 times an hour', async () => {
  let compared = 0;
  for (let linkId = 1; linkId <= 20; linkId += 1) {
    const answers = await guess(FREE, linkId, linkId * 100);
    compared += answers.filter((answer) => answer === 'wrong').length;
  }
  expect(compared).toBe(600);
  expect(await enter('right', '198.51.100.1')).toBe(1);
  advance(1);
  expect(await enter('right', '198.51.100.1')).toBe('right');
});

test('an attempt that finds the queue full does not count', async () => {
  const attempts = (offset: number) =>
    Promise.all(
      Array.from({ length: FREE }, (_, number) => enter('wrong', addressOf(offset + number))),
    );
  const answers = [...(await attempts(0)), ...(await attempts(100))];
  const compared = answers.filter((answer) => answer === 'wrong').length;
  expect(compared).toBe(32);
  expect(answers.filter((answer) => answer === 1)).toHaveLength(2 * FREE - compared);
  expect(await guess(FREE - compared + 1, 1, 1000)).toEqual([
    ...Array<string>(FREE - compared).fill('wrong'),
    1,
  ]);
});

test('an attempt whose comparison fails does not count', async () => {
  const verify = spyOn(Bun.password, 'verify').mockImplementation(() =>
    Promise.reject(new Error('no memory')),
  );
  for (let number = 0; number < 2 * FREE; number += 1) {
    const attempt = { linkId: 1, address: addressOf(number), password: 'wrong', hash };
    const failure = await passwords.isRight(attempt).catch(String);
    expect(failure).toBe('Error: no memory');
  }
  verify.mockRestore();
  expect(await enter('right', '198.51.100.1')).toBe('right');
});

test('passwords of links are compared one at a time, and logins come first', async () => {
  const original = Bun.password.verify.bind(Bun.password);
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const verify = spyOn(Bun.password, 'verify').mockImplementation(async (password, text) => {
    const isOfLink = Buffer.from(password as Uint8Array).toString() === 'wrong';
    order.push(isOfLink ? 'link' : 'login');
    running += isOfLink ? 1 : 0;
    most = Math.max(most, running);
    const isRight = await original(password, text);
    running -= isOfLink ? 1 : 0;
    return isRight;
  });
  const ofLinks = Array.from({ length: 12 }, (_, number) => enter('wrong', addressOf(number)));
  const logins = Array.from({ length: 8 }, () => matchPassword('typed at login', hash, 'low'));
  await Promise.all(logins);
  const before = order.lastIndexOf('login');
  await Promise.all(ofLinks);
  verify.mockRestore();
  expect(most).toBe(1);
  expect(order.slice(0, before).filter((kind) => kind === 'link').length).toBeLessThanOrEqual(1);
  expect(order).toHaveLength(20);
});

const PER_SECOND = 25;

test.each([
  ['that never come back', false],
  ['that come back each second', true],
] as const)(
  'during 25 guesses a second from new addresses %s, a visitor is in within 10 s',
  async (_, areReturning) => {
    let number = 0;
    const addresses = Array.from({ length: PER_SECOND }, () => addressOf((number += 1)));
    const guessOnce = async (slot: number): Promise<void> => {
      const answer = await enter('wrong', addresses[slot]!);
      if (!areReturning || answer === 'wrong') addresses[slot] = addressOf((number += 1));
    };
    for (let step = 0; step < 20 * PER_SECOND; step += 1) {
      await guessOnce(step % PER_SECOND);
      advance(1 / PER_SECOND);
    }
    for (let visitor = 0; visitor < 20; visitor += 1) {
      const began = Date.now();
      // Visitors try every 1.08 s.
      for (let step = 0; ; step += 1) {
        if (step % 27 === 0 && (await enter('right', `198.51.${visitor}.1`)) === 'right') break;
        await guessOnce(step % PER_SECOND);
        advance(1 / PER_SECOND);
      }
      expect(Date.now() - began).toBeLessThanOrEqual(10_000);
      advance(visitor * 0.37);
    }
  },
);
