import jsQR from 'jsqr';
import type { Page } from 'playwright-core';

export interface DecodedPicture {
  /** The text that a camera reads; null when it reads nothing. */
  readonly text: string | null;
  readonly width: number;
  readonly height: number;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel, as base64. */
  readonly gray: string;
}

/** Draws an image on white, at its own or a given width, and returns gray pixels. */
const readPixels = `(async ({ source, px }) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const width = px ?? image.naturalWidth;
  const height = Math.round((image.naturalHeight * width) / image.naturalWidth);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  const gray = new Uint8Array(width * height);
  for (let at = 0; at < gray.length; at += 1) {
    const first = 4 * at;
    gray[at] = Math.round(
      0.2126 * data[first] + 0.7152 * data[first + 1] + 0.0722 * data[first + 2],
    );
  }
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener('load', resolve));
  reader.readAsDataURL(new Blob([gray]));
  await read;
  return { width, height, gray: reader.result.slice(reader.result.indexOf(',') + 1) };
})`;

/** Narrower pictures hold no code of 255 characters. */
const NARROWEST_PX = 200;

/**
 * Decodes a picture: an address of the page, or a data URL. One that is not read is looked at from
 * further away, as people do with a camera: the decoder takes single dots of a large picture apart.
 */
export async function decodeQr(page: Page, source: string, px?: number): Promise<DecodedPicture> {
  const first = await readAt(page, source, px);
  let { text } = first;
  for (let near = first.width / 2; text === null && near >= NARROWEST_PX; near /= 2) {
    ({ text } = await readAt(page, source, Math.round(near)));
  }
  return { ...first, text };
}

async function readAt(page: Page, source: string, px?: number): Promise<DecodedPicture> {
  const asked = JSON.stringify({ source, px });
  const { width, height, gray } = await page.evaluate<Pixels>(`${readPixels}(${asked})`);
  const bytes = Buffer.from(gray, 'base64');
  // The same byte for red, green and blue; alpha is ignored.
  const rgba = Uint32Array.from(bytes, (value) => value * 0x01_01_01_01);
  const found = jsQR(new Uint8ClampedArray(rgba.buffer), width, height, {
    inversionAttempts: 'dontInvert',
  });
  return { text: found?.data ?? null, width, height };
}

export function toDataUrl(bytes: Uint8Array, type: 'image/png' | 'image/svg+xml'): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
