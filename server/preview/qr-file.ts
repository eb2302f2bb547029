import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { QrDrawing } from '../../contracts/qr-drawing.ts';
import { toQrSvg } from '../site/qr-svg.ts';

export const qrTypes = { svg: 'image/svg+xml', png: 'image/png' } as const;
const PNG_SIZES = new Set([512, 1024, 2048]);
const DEFAULT_SIZE = 1024;

interface QrFileParts {
  readonly code: string;
  readonly drawing: QrDrawing;
  readonly headers: Readonly<Record<string, string>>;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** One bit a pixel, grayscale (PNG specification, IHDR). */
const FORMAT = [1, 0, 0, 0, 0];

/** Answers `?qr=svg`, `?qr=png` and `?qr=png&size=2048` with a file; null for other queries. */
export async function answerQrFile(
  url: URL,
  { code, drawing, headers }: QrFileParts,
): Promise<Response | null> {
  const format = url.searchParams.get('qr');
  if (format !== 'svg' && format !== 'png') return null;
  const size = Number(url.searchParams.get('size'));
  const px = format === 'png' && PNG_SIZES.has(size) ? size : DEFAULT_SIZE;
  const name = encodeURIComponent(`${code}.${format}`);
  return new Response(await encodeQr(drawing, format, px), {
    headers: {
      ...headers,
      'Content-Type': qrTypes[format],
      'Content-Disposition': `attachment; filename="qr-code.${format}"; filename*=UTF-8''${name}`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
    },
  });
}

/** A file that is `px` pixels wide. A PNG has at least one pixel for each module. */
export function encodeQr(drawing: QrDrawing, format: keyof typeof qrTypes, px: number) {
  if (format === 'png') return encodeQrPng(drawing.modules, Math.max(px, drawing.size));
  return toQrSvg(drawing, `xmlns="http://www.w3.org/2000/svg" width="${px}" height="${px}"`);
}

const compress = promisify(deflate);

/**
 * Each module has whole pixels, and the margins take the rest of the `px` pixels. Another thread
 * compresses, because this one redirects.
 */
async function encodeQrPng(modules: QrDrawing['modules'], px: number) {
  const scale = Math.floor(px / modules.length);
  const margin = Math.floor((px - modules.length * scale) / 2);
  const lineBytes = 1 + Math.ceil(px / 8);
  // Each line starts with its filter (0 = none). A set bit is white.
  const lines = Buffer.alloc(lineBytes * px, 0xff);
  for (let y = 0; y < px; y += 1) lines[y * lineBytes] = 0;
  for (const [at, row] of modules.entries()) {
    const start = (margin + at * scale) * lineBytes;
    for (let x = margin; x < margin + modules.length * scale; x += 1) {
      if (row[Math.floor((x - margin) / scale)] !== true) continue;
      lines[start + 1 + (x >> 3)]! &= ~(0x80 >> (x & 7));
    }
    for (let copy = 1; copy < scale; copy += 1) {
      lines.copyWithin(start + copy * lineBytes, start, start + lineBytes);
    }
  }
  const header = Buffer.alloc(8);
  header.writeUInt32BE(px, 0);
  header.writeUInt32BE(px, 4);
  return Buffer.concat([
    SIGNATURE,
    encodeChunk('IHDR', Buffer.concat([header, Buffer.from(FORMAT)])),
    encodeChunk('IDAT', await compress(lines)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeChunk(type: string, data: Uint8Array): Uint8Array {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}
