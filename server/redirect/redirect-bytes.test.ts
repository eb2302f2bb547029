import { expect, test } from 'bun:test';
import { redirectHead, RedirectBytes } from './redirect-bytes.ts';

const head = redirectHead({ 'Cache-Control': 'private, no-store' });
const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

test('the answer is a complete redirect with the present date', () => {
  const answer = new RedirectBytes(head, 'https://example.com/?a=%20b');
  expect(answer.at(noon + 999, false).toString()).toBe(
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
  expect(answer.at(noon + 1000, false).toString()).toContain('12:00:01 GMT');
  // Answers with different dates must not share bytes.
  const other = new RedirectBytes(redirectHead({}), 'https://example.com/');
  expect(other.at(noon, false).toString()).toContain('12:00:00 GMT');
});

test('only the last answer of a connection closes it', () => {
  const answer = new RedirectBytes(head, 'https://example.com/');
  const last = answer.at(noon, true).toString();
  expect(last).toEndWith('Content-Length: 0\r\nConnection: close\r\n\r\n');
  expect(answer.at(noon + 5000, false).toString()).toBe(
    last.replace('Connection: close\r\n', '').replace('12:00:00', '12:00:05'),
  );
});
