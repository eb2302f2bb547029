import { expect, test } from 'bun:test';
import { yieldToRequests } from './yield-to-requests.ts';

test('a request that arrives during a call is answered before the call continues', async () => {
  const order: string[] = [];
  const { promise: done, resolve: end } = Promise.withResolvers<void>();
  using server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async data(_, bytes) {
        if (bytes.toString() === 'visit') {
          // The front answers after all reads of a turn.
          setImmediate(() => order.push('answered'));
          return;
        }
        visitor.write('visit');
        await yieldToRequests();
        order.push('went on');
        end();
      },
    },
  });
  const connect = () =>
    Bun.connect({
      hostname: '127.0.0.1',
      port: server.port,
      socket: { data: () => undefined },
    });
  using visitor = await connect();
  using caller = await connect();
  caller.write('call');
  await done;
  expect(order).toEqual(['answered', 'went on']);
});
