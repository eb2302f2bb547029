import { CAPTION_FONT } from './caption.ts';
import { FRAME_WIDTH, PAPER, type QrPicture } from './qr-picture.ts';

export function toSvgContent(picture: QrPicture): string {
  const { width, height, color, drawing, offset, logo, caption } = picture;
  const parts = [`<rect width="${width}" height="${height}" fill="${PAPER}"/>`];
  if (caption !== null) {
    const inset = FRAME_WIDTH / 2;
    parts.push(
      `<rect x="${inset}" y="${inset}" width="${width - FRAME_WIDTH}" height="${height - FRAME_WIDTH}" rx="2" ` +
        `fill="none" stroke="${color}" stroke-width="${FRAME_WIDTH}"/>`,
    );
  }
  const shift = offset === 0 ? '' : ` transform="translate(${offset} ${offset})"`;
  parts.push(`<path shape-rendering="crispEdges" fill="${color}"${shift} d="${drawing.path}"/>`);
  if (logo !== null) {
    const { image, at, side } = logo;
    const box = at + 0.5;
    parts.push(
      `<rect x="${at}" y="${at}" width="${side}" height="${side}" fill="${PAPER}" ` +
        `shape-rendering="crispEdges"/>` +
        `<image x="${box}" y="${box}" width="${side - 1}" height="${side - 1}" href="${image}"/>`,
    );
  }
  for (const { text, x, y } of caption?.lines ?? []) {
    parts.push(
      `<text x="${x}" y="${y}" font-size="${caption!.fontSize}" font-family="${CAPTION_FONT}" ` +
        `text-anchor="middle" fill="${color}">${escapeXml(text)}</text>`,
    );
  }
  return parts.join('');
}

/** A picture as an SVG file with a default width of `px` pixels. */
export function toSvgFile(picture: QrPicture, px: number): Blob {
  const { width, height } = picture;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${px}" height="${Math.round((px * height) / width)}">${toSvgContent(picture)}</svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
