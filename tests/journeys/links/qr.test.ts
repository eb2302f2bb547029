import { afterAll, beforeAll, expect, test } from 'bun:test';
import { inflateSync } from 'node:zlib';
import jsQR from 'jsqr';
import { addDomain } from '../../../contracts/domains.ts';
import { importLinks } from '../../../contracts/import.ts';
import { getQr } from '../../../contracts/links/qr.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { create } from '../link-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';

/** How many pixels the decoder gets for each one of a picture: it reads no code of single pixels. */
const ZOOM = 4;

let site: SetUpSite;
beforeAll(async () => {
  site = await openSetUpSite({ env: { BASE_URL: 'https://go.example' } });
  await create(site, { short_url: 'sale' });
  await site.call(addDomain, { host: 's.example' }, site.token);
  await create(site, { short_url: 'sale', domain: 's.example' });
});
afterAll(() => site[Symbol.asyncDispose]());

function ask(fields: Readonly<Record<string, string | number>>): Promise<Response> {
  return site.send(getQr, fields, site.token);
}

function decode(width: number, isDark: (x: number, y: number) => boolean): string | null {
  const side = width * ZOOM;
  const pixels = Uint32Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)].map((place) => Math.floor(place / ZOOM));
    return isDark(x!, y!) ? 0xff_00_00_00 : 0xff_ff_ff_ff;
  });
  return jsQR(new Uint8ClampedArray(pixels.buffer), side, side)?.data ?? null;
}

/** Decodes a PNG of one bit a pixel, without filters. */
function decodePng(bytes: Buffer): { readonly text: string | null; readonly width: number } {
  const width = bytes.readUInt32BE(16);
  const start = bytes.indexOf('IDAT');
  const length = bytes.readUInt32BE(start - 4);
  const lines = inflateSync(bytes.subarray(start + 4, start + 4 + length));
  const lineBytes = 1 + Math.ceil(width / 8);
  const isDark = (x: number, y: number) =>
    (lines[y * lineBytes + 1 + (x >> 3)]! & (0x80 >> (x & 7))) === 0;
  return { text: decode(width, isDark), width };
}

/** Decodes an SVG whose dark path has runs of one module's height. */
function decodeSvg(svg: string): string | null {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]);
  const dark = new Set<string>();
  const path = /fill="#000" d="([^"]*)"/.exec(svg)![1]!;
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let at = 0; at < Number(run); at += 1) dark.add(`${Number(x) + at} ${y}`);
  }
  return decode(size, (x, y) => dark.has(`${x} ${y}`));
}

const named: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [{ short_url: 'sale' }, 'https://go.example/sale?qr'],
  [{ short_url: 'SALE', domain: 's.example' }, 'https://s.example/sale?qr'],
  [{ short_url: 'https://s.example/sale' }, 'https://s.example/sale?qr'],
];

test.each(firstInShort(named))(
  'the QR code of %j reads as its short link, as PNG and as SVG',
  async (fields, link) => {
    const png = await ask(fields);
    expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png']);
    const picture = decodePng(Buffer.from(await png.arrayBuffer()));
    expect(picture).toEqual({ text: link, width: 512 });
    const svg = await ask({ ...fields, format: 'svg', size: 300 });
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    expect(svg.headers.get('content-disposition')).toBe('attachment; filename="qr-code.svg"');
    const drawn = await svg.text();
    expect(drawn).toContain('width="300" height="300"');
    expect(decodeSvg(drawn)).toBe(link);
  },
);

test('the smallest and the largest picture can be read, and a long link gets the room it needs', async () => {
  const code = '链'.repeat(100);
  const file = JSON.stringify([yourlsRow(code, { url: 'https://example.com/' })]);
  await site.call(importLinks, { file }, site.token);
  const read = async (fields: Readonly<Record<string, string | number>>) =>
    decodePng(Buffer.from(await (await ask(fields)).arrayBuffer()));
  const link = 'https://go.example/sale?qr';
  expect(await read({ short_url: 'sale', size: 64 })).toEqual({ text: link, width: 64 });
  const long = await read({ short_url: code, size: 64 });
  expect(long.text).toBe(`https://go.example/${encodeURI(code)}?qr`);
  expect(long.width).toBeWithin(65, 186);
  const largest = await ask({ short_url: 'sale', size: 2048 });
  expect(Buffer.from(await largest.arrayBuffer()).readUInt32BE(16)).toBe(2048);
});

test('an unknown link is HTTP 404, and a wrong size or format is refused', async () => {
  const unknown = await ask({ short_url: 'none' });
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    { code: 404, msg: 'link.not.found', data: null },
  ]);
  for (const fields of [{ size: 63 }, { size: 2049 }, { format: 'pdf' }]) {
    const refused = await ask({ short_url: 'sale', ...fields });
    expect([refused.status, await refused.json()]).toMatchObject([200, { code: 400 }]);
  }
});
