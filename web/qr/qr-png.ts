import { CAPTION_FONT } from './caption.ts';
import { loadImage } from './read-logo.ts';
import { FRAME_WIDTH, PAPER, type QrPicture } from './qr-picture.ts';

/** Each module has whole pixels; the rest goes to the margins. Null: the browser cannot draw. */
export async function toPngFile(picture: QrPicture, px: number): Promise<Blob | null> {
  const { width, height, color, drawing, offset, logo, caption } = picture;
  const scale = Math.max(1, Math.floor(px / width));
  const margin = Math.floor((px - width * scale) / 2);
  const canvas = document.createElement('canvas');
  canvas.width = px;
  canvas.height = px + (height - width) * scale;
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, margin, margin);
  pen.strokeStyle = color;
  pen.lineWidth = FRAME_WIDTH;
  if (caption !== null) {
    pen.beginPath();
    pen.roundRect(FRAME_WIDTH / 2, FRAME_WIDTH / 2, width - FRAME_WIDTH, height - FRAME_WIDTH, 2);
    pen.stroke();
  }
  pen.translate(offset, offset);
  pen.fillStyle = color;
  fillPath(pen, new Path2D(drawing.path));
  pen.translate(-offset, -offset);
  if (logo !== null) {
    pen.fillStyle = PAPER;
    pen.fillRect(logo.at, logo.at, logo.side, logo.side);
    drawInside(pen, await loadImage(logo.image), logo.at + 0.5, logo.side - 1);
  }
  if (caption !== null) {
    // With a scaled font, browsers round the font size.
    pen.resetTransform();
    pen.fillStyle = color;
    pen.textAlign = 'center';
    pen.font = `${caption.fontSize * scale}px ${CAPTION_FONT}`;
    for (const { text, x, y } of caption.lines) {
      pen.fillText(text, margin + x * scale, margin + y * scale);
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function fillPath(pen: CanvasRenderingContext2D, path: Path2D) {
  pen.fill(path);
}

function drawInside(
  pen: CanvasRenderingContext2D,
  image: HTMLImageElement,
  at: number,
  side: number,
) {
  const { naturalWidth, naturalHeight } = image;
  const scale = side / Math.max(naturalWidth, naturalHeight);
  const width = naturalWidth * scale;
  const height = naturalHeight * scale;
  pen.drawImage(image, at + (side - width) / 2, at + (side - height) / 2, width, height);
}
