import type { QrDrawing } from './qr-drawing.ts';

/** How wide a saved picture is at most, in pixels. */
const PICTURE_PX = 1024;
const INK = '#000';
const PAPER = '#fff';

export function toSvgFile({ size, path }: QrDrawing): Blob {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="${PAPER}" d="M0 0h${size}v${size}h-${size}z"/>` +
    `<path fill="${INK}" d="${path}"/></svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** The code as a picture with whole pixels to a square; null where the browser cannot draw. */
export function toPngFile({ size, rows }: QrDrawing): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const scale = Math.max(1, Math.floor(PICTURE_PX / size));
  canvas.width = size * scale;
  canvas.height = size * scale;
  const pen = canvas.getContext('2d');
  if (pen === null) return Promise.resolve(null);
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = INK;
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) pen.fillRect(x * scale, y * scale, scale, scale);
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
