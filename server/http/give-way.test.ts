import { expect, test } from 'bun:test';
import { giveWay } from './give-way.ts';

test('of the calls that give way one goes on at a time', async () => {
  const order: string[] = [];
  const call = async (name: string) => {
    await giveWay();
    order.push(name);
    setImmediate(() => order.push(`a turn after ${name}`));
  };
  await Promise.all(['one', 'another', 'a third'].map(call));
  expect(order).toEqual(['one', 'a turn after one', 'another', 'a turn after another', 'a third']);
});
