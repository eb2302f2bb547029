import { expect, test } from 'bun:test';
import { SettledMemory } from './settled-memory.ts';

function create(weightMax: number) {
  const found: string[] = [];
  const memory = new SettledMemory<string>(weightMax, (value) => value.length);
  const get = (revision: string, key: string): Promise<string> =>
    memory.get(revision, key, () => {
      found.push(key);
      return Promise.resolve(`${key} of ${revision}`);
    });
  return { memory, found, get };
}

test('what was found out is told again, until there is another revision', async () => {
  const { found, get } = create(1000);
  expect(await get('1', 'a')).toBe('a of 1');
  expect(await get('1', 'a')).toBe('a of 1');
  expect(await get('1', 'b')).toBe('b of 1');
  expect(found).toEqual(['a', 'b']);
  expect(await get('2', 'a')).toBe('a of 2');
  // Not even when the former one comes back.
  expect(await get('1', 'a')).toBe('a of 1');
  expect(found).toEqual(['a', 'b', 'a', 'a']);
});

test('what was found out while the revision became another is not remembered', async () => {
  const { memory, get } = create(1000);
  const { promise, resolve } = Promise.withResolvers<string>();
  const late = memory.get('1', 'a', () => promise);
  await get('2', 'b');
  resolve('a of 1');
  expect(await late).toBe('a of 1');
  expect(await get('2', 'a')).toBe('a of 2');
});

test('when there is no room, that is forgotten which nobody asked for for the longest time', async () => {
  const { found, get } = create(800);
  for (const key of ['a', 'b', 'c', 'a', 'd']) await get('1', key);
  expect(found).toEqual(['a', 'b', 'c', 'd']);
  for (const key of ['a', 'c', 'd', 'b']) await get('1', key);
  expect(found).toEqual(['a', 'b', 'c', 'd', 'b']);
});

test('what is remembered is bounded, also when it takes nothing', async () => {
  const memory = new SettledMemory<null>(1000, () => 0);
  let found = 0;
  const get = (key: string) =>
    memory.get('1', key, () => {
      found += 1;
      return Promise.resolve(null);
    });
  for (const key of ['a', 'b', 'c', 'd', 'a']) await get(key);
  expect(found).toBe(5);
  await get('x'.repeat(1000));
  await get('a');
  expect(found).toBe(7);
});
