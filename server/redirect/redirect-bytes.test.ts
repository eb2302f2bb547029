import { expect, test } from 'bun:test';
import { asLast, redirectBytes, withDate } from './redirect-bytes.ts';

const headers = { 'Cache-Control': 'private, no-store', Location: 'https://example.com/?a=%20b' };
const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

test('the answer is a whole redirect of the present', () => {
  const answer = redirectBytes(headers);
  expect(withDate(answer, noon + 999).toString()).toBe(
    [
      'HTTP/1.1 302 Found',
      'Date: Sat, 21 Nov 2026 12:00:00 GMT',
      'Cache-Control: private, no-store',
      'Location: https://example.com/?a=%20b',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );
  expect(withDate(answer, noon + 1000).toString()).toContain('12:00:01 GMT');
  // Two answers never share a date that only one of them was asked for.
  expect(withDate(redirectBytes({}), noon).toString()).toContain('12:00:00 GMT');
});

test('the last answer of a connection says so', () => {
  const text = asLast(withDate(redirectBytes(headers), noon)).toString();
  expect(text).toEndWith('Content-Length: 0\r\nConnection: close\r\n\r\n');
});
