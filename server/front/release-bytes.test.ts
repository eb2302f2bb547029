import { expect, test } from 'bun:test';
import { releaseBytes } from './inner-connection.ts';

test('a large buffer is freed at once, by any part of it', () => {
  const bytes = Buffer.alloc(128 * 1024, 'x');
  releaseBytes(bytes.subarray(100));
  expect(bytes.buffer.byteLength).toBe(0);
});

test('buffers in a shared pool stay', () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  releaseBytes(one);
  expect([one.toString(), other.toString()]).toEqual(['one', 'other']);
});

test('memory does not grow while a gigabyte is received', () => {
  const before = process.memoryUsage().rss;
  for (let chunk = 0; chunk < 8192; chunk += 1) releaseBytes(Buffer.alloc(128 * 1024, chunk));
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});
