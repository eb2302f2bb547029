import { expect, test } from 'bun:test';
import { drawQr } from '../../contracts/qr-drawing.ts';

test('the longest code at the longest host name fits into a QR code', () => {
  const host = `${'x'.repeat(63)}.`.repeat(4).slice(0, 253);
  const { size } = drawQr(`https://${host}/${encodeURI('链'.repeat(255))}?qr`);
  // The largest QR code of the standard, with its quiet zone.
  expect(size).toBeWithin(100, 177 + 8 + 1);
});
