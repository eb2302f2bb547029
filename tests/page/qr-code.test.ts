import { expect, test } from 'bun:test';
import { drawQr, QUIET_ZONE } from '../../contracts/qr-drawing.ts';

test('the longest code at the longest host name fits into a QR code', () => {
  const host = `${'x'.repeat(63)}.`.repeat(4).slice(0, 253);
  const { size } = drawQr(`https://${host}/${encodeURI('链'.repeat(255))}?qr`);
  // The largest QR code of the standard, with its quiet zone.
  expect(size).toBeWithin(100, 177 + 8 + 1);
});

/** The level of error correction, as the first two bits of the format say (ISO 18004, 7.9). */
function readLevel(text: string): string {
  const { modules } = drawQr(text);
  const [first, second] = [4, 5].map((x) => modules[QUIET_ZONE + 8]![x]! !== (x === 4));
  return first ? (second ? 'Q' : 'H') : second ? 'L' : 'M';
}

test.each([
  // The largest code of 25 modules has 26 bytes with M, 20 with Q and 14 with H.
  ['x'.repeat(26), 'M', 25],
  ['x'.repeat(20), 'Q', 25],
  ['x'.repeat(15), 'Q', 25],
  ['x'.repeat(7), 'H', 21],
  ['x'.repeat(2400), 'L', 161],
])('a code has the highest error correction that its size allows: %#', (text, level, side) => {
  expect([readLevel(text), drawQr(text).size]).toEqual([level, side + 2 * QUIET_ZONE]);
});
