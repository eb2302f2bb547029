import { notificationsStore } from '@mantine/notifications';
import { expect, test } from 'bun:test';
import { Late } from './late.ts';

test('a failed load is told once, and the next need loads again', async () => {
  let loads = 0;
  const late = new Late(async () => {
    loads += 1;
    await Promise.resolve();
    if (loads === 1) throw new Error('out of reach');
    return {};
  });
  await new Promise<void>((resolve) => {
    late.need(() => {
      throw new Error('it is not there');
    }, resolve);
  });
  const { notifications, queue } = notificationsStore.getState();
  expect([...notifications, ...queue]).toHaveLength(1);
  expect(loads).toBe(1);
  await new Promise<void>((resolve) => {
    late.need(resolve);
  });
  expect(loads).toBe(2);
  let isUsed = false;
  late.need(() => {
    isUsed = true;
  });
  expect(isUsed).toBe(true);
});
