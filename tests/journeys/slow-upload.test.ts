import { afterEach, expect, jest, test } from 'bun:test';
import { login } from '../../contracts/account.ts';
import { TestSite } from './test-site.ts';

afterEach(() => {
  jest.useRealTimers();
});

const head = [`POST ${login.path} HTTP/1.1`, 'Host: go.example', 'Content-Type: application/json'];
const uploads: readonly (readonly [string, readonly string[], string])[] = [
  ['with a length', ['Content-Length: 1000'], '{'],
  ['in chunks', ['Transfer-Encoding: chunked'], '1\r\n{\r\n'],
];

test.each(uploads)(
  'an upload that takes 30 s is answered and cut off: %s',
  async (_, more, body) => {
    await using site = await TestSite.open();
    jest.useFakeTimers();
    const timers = jest.getTimerCount();
    const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
    let answer = '';
    await Bun.connect({
      hostname: '127.0.0.1',
      port: Number(new URL(site.url).port),
      socket: {
        open: (socket) => void socket.write([...head, ...more, '', body].join('\r\n')),
        data: (_, chunk) => {
          answer += chunk.toString();
        },
        close: () => onClose(),
      },
    });
    // The server has begun to read, and to wait for the rest.
    while (jest.getTimerCount() === timers) await new Promise(setImmediate);
    jest.advanceTimersByTime(29_999);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(answer).toBe('');
    jest.advanceTimersByTime(1);
    jest.useRealTimers();
    await closed;
    expect(answer).toStartWith('HTTP/1.1 408 ');
    expect(answer).toEndWith('{"code":408,"msg":"request.timeout","data":null}');
  },
);
