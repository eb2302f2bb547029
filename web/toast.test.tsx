import { notificationsStore } from '@mantine/notifications';
import { expect, test } from 'bun:test';
import { queryClient } from './queries.ts';
import { toast } from './toast.tsx';

const listShown = () => {
  const { notifications, queue } = notificationsStore.getState();
  return [...notifications, ...queue].map(({ message }) => message);
};

test.each(['success', 'undo'] as const)('%s clears the earlier errors', (kind) => {
  toast('error', 'wrong');
  toast('warning', 'missing');
  expect(listShown()).toEqual(['wrong', 'missing']);
  toast(kind, 'done');
  expect(listShown()).toEqual(['done']);
});

test('a success without a toast clears the earlier errors; a failure does not', async () => {
  const cache = queryClient.getMutationCache();
  const mutate = (mutationFn: () => Promise<null>) =>
    cache.build(queryClient, { mutationFn }).execute(undefined);
  toast('error', 'wrong');
  await mutate(() => Promise.reject(new Error('no'))).catch(() => null);
  expect(listShown()).toEqual(['wrong']);
  await mutate(() => Promise.resolve(null));
  expect(listShown()).toEqual([]);
});
