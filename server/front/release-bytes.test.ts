import { expect, test } from 'bun:test';
import { releaseBytes } from './release-bytes.ts';

test('large bytes are freed at once, whichever part of them is given', () => {
  const bytes = Buffer.alloc(128 * 1024, 'x');
  releaseBytes(bytes.subarray(100));
  expect(bytes.buffer.byteLength).toBe(0);
});

test('bytes that share a pool with others stay', () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  releaseBytes(one);
  expect([one.toString(), other.toString()]).toEqual(['one', 'other']);
});

test('a gigabyte that is freed as it comes leaves nothing behind', () => {
  const before = process.memoryUsage().rss;
  for (let chunk = 0; chunk < 8192; chunk += 1) releaseBytes(Buffer.alloc(128 * 1024, chunk));
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});
