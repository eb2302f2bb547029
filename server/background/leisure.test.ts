import { expect, test } from 'bun:test';
import { Leisure } from './leisure.ts';

/** Resolves when so short a while of leisure is over, some times. */
async function wait(): Promise<void> {
  const other = new Leisure(1);
  for (let time = 0; time < 5; time += 1) {
    await other.interrupt(() => Promise.resolve());
    await other.find();
  }
}

test('where nobody ever waited for anything there is leisure', async () => {
  await new Leisure(60_000).find();
});

test('there is none as long as somebody waits, whatever comes of it', async () => {
  const leisure = new Leisure(1);
  const one = Promise.withResolvers<string>();
  const another = Promise.withResolvers<never>();
  const answers = [leisure.interrupt(() => one.promise), leisure.interrupt(() => another.promise)];
  let isFound = false;
  const found = leisure.find().then(() => (isFound = true));
  one.resolve('an answer');
  expect(await answers[0]).toBe('an answer');
  await wait();
  expect(isFound).toBe(false);
  another.reject(new Error('no answer'));
  expect(await answers[1]!.catch((error: unknown) => error)).toBeInstanceOf(Error);
  expect(await found).toBe(true);
});

test('there is none before it was quiet for a while', async () => {
  const leisure = new Leisure(60_000);
  await leisure.interrupt(() => Promise.resolve());
  let isFound = false;
  void leisure.find().then(() => (isFound = true));
  await wait();
  expect(isFound).toBe(false);
});
