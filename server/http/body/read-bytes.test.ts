import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { nextTurn } from '../../engine/yield-to-requests.ts';
import { Problem } from '../problem.ts';
import { readBytes } from './read-bytes.ts';

const MAX = 1_000_000;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function openBody(headers: Record<string, string> = {}, maxBytes = MAX) {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>({
    start: (opened) => void (controller = opened),
    cancel: () => void (isLeft = true),
  });
  const request = new Request('http://a/', { method: 'POST', body, headers });
  const outcome = readBytes(request, maxBytes).then(
    (bytes) => bytes.length,
    (error: unknown) => (error instanceof Problem ? error.problem : error),
  );
  return {
    outcome,
    isLeft: () => isLeft,
    async send(bytes: number) {
      controller.enqueue(new Uint8Array(bytes));
      while (controller.desiredSize! < 1) await nextTurn();
      await nextTurn();
    },
    end: () => controller.close(),
    fail: (error: unknown) => controller.error(error),
  };
}

function pass(seconds: number): void {
  jest.advanceTimersByTime(seconds * 1000);
}

test('a slow, steady body may take as long as it needs', async () => {
  const body = openBody();
  for (let second = 0; second < 100; second += 1) {
    await body.send(8192);
    pass(1);
  }
  body.end();
  expect(await body.outcome).toBe(819_200);
});

test('pauses below ten seconds are allowed while the average is high enough', async () => {
  const body = openBody();
  for (let pause = 0; pause < 6; pause += 1) {
    await body.send(100_000);
    pass(9);
  }
  body.end();
  expect(await body.outcome).toBe(600_000);
});

test.each([
  ['nothing has come', 0],
  ['much has come', 500_000],
])('a body that pauses for ten seconds is cut when %s', async (_, bytes) => {
  const body = openBody();
  if (bytes > 0) await body.send(bytes);
  pass(9);
  expect(body.isLeft()).toBe(false);
  pass(1);
  expect(await body.outcome).toBe('call.too-slow');
  expect(body.isLeft()).toBe(true);
});

test('a body slower than 8 KB a second is cut after eleven seconds', async () => {
  const body = openBody();
  for (let second = 0; second < 10; second += 1) {
    await body.send(8000);
    pass(1);
  }
  expect(body.isLeft()).toBe(false);
  pass(1);
  expect(await body.outcome).toBe('call.too-slow');
});

test('a fast start does not allow single bytes afterwards', async () => {
  const body = openBody();
  await body.send(100_000);
  for (let second = 0; second < 13 && !body.isLeft(); second += 1) {
    pass(1);
    if (!body.isLeft()) await body.send(1);
  }
  expect(await body.outcome).toBe('call.too-slow');
});

test('a body up to the maximum is read in any chunks', async () => {
  const body = openBody({}, 20_000);
  for (let chunk = 0; chunk < 20; chunk += 1) await body.send(1000);
  body.end();
  expect(await body.outcome).toBe(20_000);
});

test('a body is not read beyond its maximum', async () => {
  const body = openBody({}, 20_000);
  for (let chunk = 0; chunk < 20; chunk += 1) await body.send(1000);
  await body.send(1);
  expect(await body.outcome).toBe('call.too-large');
  expect(body.isLeft()).toBe(true);
});

test('a body announced above the maximum is not read', async () => {
  const body = openBody({ 'content-length': '20001' }, 20_000);
  expect(await body.outcome).toBe('call.too-large');
});

test("a body that breaks off is the caller's error", async () => {
  const body = openBody();
  await body.send(1000);
  body.fail(new Error('aborted'));
  expect(await body.outcome).toBe('call.broken-body');
});
