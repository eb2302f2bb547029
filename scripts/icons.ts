import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

interface Drawing {
  readonly size: number;
  readonly radius: number;
  readonly ground: Color;
  readonly ink: Color;
  readonly stroke: number;
  readonly lines: readonly { readonly x: number; readonly y: number; readonly length: number }[];
}

type Color = readonly [red: number, green: number, blue: number];

/** Samples per pixel and axis, for smooth edges. */
const SAMPLES = 4;
const ICO_SIZES = [16, 32, 48];

export function drawIcons(directory: string): void {
  const drawing = readDrawing(readFileSync(join(directory, 'favicon.svg'), 'utf8'));
  const write = (name: string, bytes: Buffer) => writeFileSync(join(directory, name), bytes);
  write('favicon.ico', encodeIco(ICO_SIZES.map((size) => [size, draw(drawing, size)])));
  // Systems that round icons themselves show transparent corners in black.
  const square = { ...drawing, radius: 0 };
  write('apple-touch-icon.png', draw(square, 180));
  write('icon-192.png', draw(drawing, 192));
  write('icon-512.png', draw(drawing, 512));
  write('icon-maskable-512.png', draw(square, 512));
}

/** Reads the drawing; throws when its form differs from ours. */
export function readDrawing(svg: string): Drawing {
  const find = (pattern: RegExp): string => {
    const value = pattern.exec(svg)?.[1];
    if (value === undefined) throw new Error(`favicon.svg has no ${pattern.source}`);
    return value;
  };
  const lines = [...find(/ d="([^"]+)"/).matchAll(/M(\d+) (\d+)h(\d+)/g)].map(
    ([, x, y, length]) => ({
      x: Number(x),
      y: Number(y),
      length: Number(length),
    }),
  );
  return {
    size: Number(find(/viewBox="0 0 (\d+) \1"/)),
    radius: Number(find(/rx="(\d+)"/)),
    ground: readColor(find(/<rect[^>]* fill="(#\w+)"/)),
    ink: readColor(find(/ stroke="(#\w+)"/)),
    stroke: Number(find(/stroke-width="(\d+)"/)),
    lines,
  };
}

function readColor(text: string): Color {
  const digits = text.length === 4 ? text.replaceAll(/\w/g, '$&$&') : text;
  const number = Number.parseInt(digits.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function draw(drawing: Drawing, pixels: number): Buffer {
  const rows = Buffer.alloc(pixels * (1 + pixels * 4));
  for (let y = 0; y < pixels; y += 1) {
    for (let x = 0; x < pixels; x += 1) {
      rows.set(colorOf(drawing, pixels, x, y), y * (1 + pixels * 4) + 1 + x * 4);
    }
  }
  return encodePng(pixels, rows);
}

/** Averages the samples of a pixel: red, green, blue and opacity. */
function colorOf(drawing: Drawing, pixels: number, x: number, y: number): number[] {
  const sums = [0, 0, 0];
  let covered = 0;
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
    const scale = drawing.size / pixels;
    const at = (x + ((sample % SAMPLES) + 0.5) / SAMPLES) * scale;
    const down = (y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) * scale;
    if (!isOnGround(drawing, at, down)) continue;
    covered += 1;
    const color = isOnLine(drawing, at, down) ? drawing.ink : drawing.ground;
    for (const [channel, value] of color.entries()) sums[channel]! += value;
  }
  if (covered === 0) return [0, 0, 0, 0];
  const mean = sums.map((sum) => Math.round(sum / covered));
  return [...mean, Math.round((255 * covered) / (SAMPLES * SAMPLES))];
}

function isOnGround({ size, radius }: Drawing, x: number, y: number): boolean {
  const dx = Math.max(radius - x, x - (size - radius), 0);
  const dy = Math.max(radius - y, y - (size - radius), 0);
  return Math.hypot(dx, dy) <= radius || radius === 0;
}

function isOnLine({ lines, stroke }: Drawing, x: number, y: number): boolean {
  return lines.some((line) => {
    const dx = Math.max(line.x - x, x - (line.x + line.length), 0);
    return Math.hypot(dx, y - line.y) <= stroke / 2;
  });
}

/** Encodes a PNG with four channels of 8 bits. Each row begins with its filter type. */
function encodePng(pixels: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(rows, { level: 9 })),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

function encodeIco(images: readonly (readonly [size: number, png: Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, [size, png]] of images.entries()) {
    const at = 6 + 16 * index;
    head.set([size, size, 0, 0, 1, 0, 32, 0], at);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...images.map(([, png]) => png)]);
}
