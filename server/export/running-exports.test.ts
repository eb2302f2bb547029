import { expect, test } from 'bun:test';
import { Problem } from '../http/problem.ts';
import { RunningExports } from './running-exports.ts';

const LONG_MS = 600_000;

async function* twoParts(onEnd: () => unknown): AsyncGenerator<Uint8Array> {
  try {
    yield Buffer.from('a');
    yield Buffer.from('b');
  } finally {
    await onEnd();
  }
}

function open(running: RunningExports, onEnd: () => unknown = () => undefined) {
  return running.open(() => Promise.resolve(twoParts(onEnd)));
}

test('two exports run at once, and a third may begin when one is over', async () => {
  const running = new RunningExports(LONG_MS);
  const [first, second] = [await open(running), await open(running)];
  expect(open(running)).rejects.toThrow(new Problem('export.too-many'));
  expect(await new Response(first).text()).toBe('ab');
  const third = await open(running);
  expect(open(running)).rejects.toThrow(new Problem('export.too-many'));
  await second.cancel();
  await third.cancel();
  for (const stream of [await open(running), await open(running)]) await stream.cancel();
});

test('an export that fails to start or to go on gives its place back', async () => {
  const running = new RunningExports(LONG_MS);
  const failure = new Error('no database');
  const fail = () => Promise.reject(failure);
  for (let times = 0; times < 3; times += 1) {
    expect(running.open(fail)).rejects.toBe(failure);
    const broken = twoParts(fail);
    const stream = await running.open(() => Promise.resolve(broken));
    expect(new Response(stream).text()).rejects.toBe(failure);
  }
  await (await open(running)).cancel();
});

test('an export that nobody reads ends, and its reader learns that the file is incomplete', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = new RunningExports(1);
  const stream = await open(running, resolve);
  const reader = stream.getReader();
  expect((await reader.read()).done).toBe(false);
  await promise;
  expect(reader.read()).rejects.toThrow('stopped');
});
