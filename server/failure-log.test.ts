import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import pino from 'pino';
import { FailureLog } from './failure-log.ts';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly id: string;
  readonly err?: { readonly message: string; readonly stack: string };
  readonly count?: number;
  readonly last?: string;
}

function open() {
  const lines: Line[] = [];
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  return { failures: new FailureLog(pino({}, sink)), lines };
}

test('the first failure of a kind is logged in full, repeats once a minute', () => {
  const { failures, lines } = open();
  const ids = Array.from({ length: 1000 }, () => failures.note('request failed', new Error('no')));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 50, msg: 'request failed', err: { message: 'no' } });
  expect(lines[0]!.err!.stack).toContain('failure-log.test.ts');
  jest.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ msg: 'request failed, again', count: 999, last: 'Error: no' });
  failures.note('request failed', new Error('no'));
  jest.advanceTimersByTime(60_000);
  expect(lines[2]).toMatchObject({ msg: 'request failed, again', count: 1 });
  // An answer's id must lead to the full line.
  expect(new Set([...ids, ...lines.map(({ id }) => id)]).size).toBe(1);
});

test('after a minute without repeats, a failure is logged in full again', () => {
  const { failures, lines } = open();
  failures.note('request failed', new Error('no'));
  jest.advanceTimersByTime(60_000);
  failures.note('request failed', new Error('no'));
  expect(lines.map(({ msg }) => msg)).toEqual(['request failed', 'request failed']);
  expect(lines[0]!.id).not.toBe(lines[1]!.id);
});

test('failures of different kinds are logged separately', () => {
  const { failures, lines } = open();
  failures.note('request failed', new Error('one'));
  failures.note('request failed', new Error('another'));
  failures.note('database', new Error('one'));
  failures.note('database', 'one');
  expect(lines).toHaveLength(4);
});

test('failures with many different texts make few lines a minute', () => {
  const { failures, lines } = open();
  for (let number = 0; number < 10_000; number += 1) {
    failures.note('request failed', new Error(`no ${number}`));
  }
  expect(lines.length).toBeLessThan(110);
  jest.advanceTimersByTime(60_000);
  expect(lines.length).toBeLessThan(110);
  const reported = lines.filter(({ count }) => count === undefined).length;
  const counted = lines.reduce((sum, { count = 0 }) => sum + count, 0);
  expect(reported + counted).toBe(10_000);
});

test('closing logs the remaining counts', () => {
  const { failures, lines } = open();
  failures.note('database', new Error('gone'));
  failures.note('database', new Error('gone'));
  failures.close();
  jest.advanceTimersByTime(120_000);
  expect(lines.map(({ count }) => count)).toEqual([undefined, 1]);
});
