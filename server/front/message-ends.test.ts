import { expect, test } from 'bun:test';
import { fc } from '../../tests/support/random.ts';
import { AnswerScanner, BodyScanner } from './message-ends.ts';
import { HEAD_MAX, RequestHead } from './request-head.ts';

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % bytes.length), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const places = fc.array(fc.nat(), { maxLength: 12 });

test.each([
  ['GET /a HTTP/1.1\r\nHost: x\r\n\r\n', null, 0],
  ['\r\n\r\nPOST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n', null, 12],
  ['PUT /a HTTP/1.1\r\nhost:x\r\ntransfer-encoding:\tchunked \r\n\r\n', null, 'chunked'],
  ['GET /a b HTTP/1.1\r\n', 400, 0],
  ['GET /a HTTP/1.1\r\nHost: x\r\nHost: x\r\n', 400, 0],
  ['GET /a HTTP/1.1\nHost: x\r\n', 400, 0],
  ['GET /a HTTP/7.1\r\n', 505, 0],
  ['BREW /a HTTP/1.1\r\n', 405, 0],
] as const)('a head is read alike in one piece and in several: %j', (text, status, body) => {
  fc.assert(
    fc.property(places, (cuts) => {
      const head = new RequestHead();
      const bytes = Buffer.from(`${text}REST`);
      let taken = 0;
      for (const part of cut(bytes, cuts)) {
        if (head.isWhole || head.fault !== null) break;
        taken += head.take(part, 0);
      }
      expect([head.fault?.status ?? null, head.body]).toEqual([status, body]);
      if (status !== null) return;
      expect([head.isWhole, taken]).toEqual([true, text.length]);
      expect(head.bytes.toString()).toBe(text.trimStart());
    }),
  );
});

test.each([
  [HEAD_MAX, undefined],
  [HEAD_MAX + 2, 431],
] as const)('a head may be as long as its limit, and no longer: %d bytes', (length, status) => {
  const start = 'GET /a HTTP/1.1\r\nHost: x\r\nCookie: ';
  const head = new RequestHead();
  head.take(Buffer.from(`${start.padEnd(length - 4, 'c')}\r\n\r\n`), 0);
  expect([head.isWhole, head.fault?.status]).toEqual([status === undefined, status]);
});

test('a chunked body in any pieces ends at the same place, and loses its trailers', () => {
  const text = '5;a="b"\r\nhello\r\nA\r\n0\r\n\r\n12345\r\n000\r\nX-A: b\r\nX-B: c\r\n\r\n';
  fc.assert(
    fc.property(places, (cuts) => {
      const body = new BodyScanner('chunked');
      let passed = '';
      let taken = 0;
      for (const part of cut(Buffer.from(`${text}REST`), cuts)) {
        taken += body.take(part, 0, (bytes) => {
          passed += bytes.toString();
        });
      }
      expect([body.isOver, body.isBroken, taken]).toEqual([true, false, text.length]);
      expect(passed).toBe(text.replace('X-A: b\r\nX-B: c\r\n', ''));
    }),
  );
});

test.each([
  ['a thousand tiny chunks', 1000, 1, false],
  ['more tiny chunks', 1100, 1, true],
  ['a million chunks that are no longer tiny', 1_000_000, 16, false],
])('a body of %s: %d of %d bytes', (_, count, size, isBroken) => {
  const body = new BodyScanner('chunked', 1000);
  const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
  body.take(Buffer.from(`${chunk.repeat(count)}0\r\n\r\n`), 0, () => undefined);
  expect([body.isBroken, body.isOver]).toEqual([isBroken, !isBroken]);
});

test('an answer may have any number of tiny chunks', () => {
  const body = new BodyScanner('chunked');
  body.take(Buffer.from('1\r\nx\r\n'.repeat(100_000)), 0, () => undefined);
  expect([body.isBroken, body.isOver]).toEqual([false, false]);
});

test('a body with a length ends after that many bytes', () => {
  const body = new BodyScanner(3);
  expect(body.take(Buffer.from('ab'), 0, () => undefined)).toBe(2);
  expect(body.isOver).toBe(false);
  expect(body.take(Buffer.from('cREST'), 0, () => undefined)).toBe(1);
  expect(body.isOver).toBe(true);
});

test.each([
  ['a length', false, 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', true],
  [
    'chunks',
    false,
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    true,
  ],
  ['HEAD', true, 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n', true],
  ['304', false, 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n', true],
  ['204', false, 'HTTP/1.1 204 No Content\r\n\r\n', true],
  ['an interim one', false, 'HTTP/1.1 100 Continue\r\n\r\n', false],
  [
    'two of which one is interim',
    false,
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 A\r\n\r\n',
    true,
  ],
  ['neither length nor chunks', false, 'HTTP/1.1 200 OK\r\n\r\n{}', false],
  ['a body that is not whole', false, 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}', false],
])('the end of an answer is found in one piece and in several: %s', (_, isHead, text, isOver) => {
  fc.assert(
    fc.property(places, (cuts) => {
      const answer = new AnswerScanner(isHead);
      const parts = cut(Buffer.from(text), cuts).map((part) => answer.take(part).toString());
      expect([answer.isOver, answer.isOwnRefusal]).toEqual([isOver, false]);
      expect(parts.join('')).toBe(text);
    }),
  );
});
