import { CAPTION_FONT, type Caption } from './caption.ts';
import { loadImage } from './read-logo.ts';
import type { QrPicture } from './qr-picture.ts';

type Pen = CanvasRenderingContext2D;

/** Each module has whole pixels; the rest goes to the margins. Null: the browser cannot draw. */
export async function toPngFile(picture: QrPicture, px: number): Promise<Blob | null> {
  const { width, height, color, background, shapes, logo, text } = picture;
  const scale = Math.max(1, Math.floor(px / width));
  const margin = Math.floor((px - width * scale) / 2);
  const pen = createPen(px, px + (height - width) * scale);
  if (pen === null) return null;
  if (background !== null) {
    pen.fillStyle = background;
    pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  }
  pen.setTransform(scale, 0, 0, scale, margin, margin);
  pen.fillStyle = color;
  for (const { path, rule } of shapes) fillOutline(pen, new Path2D(path), rule);
  if (logo !== null) await drawLogo(pen, logo);
  if (text !== null) drawCaption(pen, text, { color, scale, left: margin, top: margin });
  return new Promise((resolve) => pen.canvas.toBlob(resolve, 'image/png'));
}

export function createPen(width: number, height: number): Pen | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d');
}

interface Place {
  readonly color: string;
  /** Pixels of a module. */
  readonly scale: number;
  /** Where the picture begins, in pixels. */
  readonly left: number;
  readonly top: number;
}

export function drawCaption(pen: Pen, { lines, fontSize }: Caption, place: Place) {
  const { color, scale, left, top } = place;
  // With a scaled font, browsers round the font size.
  pen.resetTransform();
  pen.fillStyle = color;
  pen.textAlign = 'center';
  pen.font = `${fontSize * scale}px ${CAPTION_FONT}`;
  for (const { text, x, y } of lines) pen.fillText(text, left + x * scale, top + y * scale);
}

function fillOutline(pen: Pen, outline: Path2D, rule: CanvasFillRule) {
  pen.fill(outline, rule);
}

/** Draws a logo into its square. */
export async function drawLogo(pen: Pen, { image, at, side }: NonNullable<QrPicture['logo']>) {
  const logo = await loadImage(image);
  const { naturalWidth, naturalHeight } = logo;
  const scale = side / Math.max(naturalWidth, naturalHeight);
  const width = naturalWidth * scale;
  const height = naturalHeight * scale;
  pen.drawImage(logo, at + (side - width) / 2, at + (side - height) / 2, width, height);
}
