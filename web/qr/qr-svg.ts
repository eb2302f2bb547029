import { CAPTION_FONT } from './caption.ts';
import type { QrPicture } from './qr-picture.ts';

export function toSvgContent({ width, height, color, background, ...parts }: QrPicture): string {
  const { shapes, logo, text } = parts;
  const lines = (text?.lines ?? []).map(
    (line) =>
      `<text x="${line.x}" y="${line.y}" font-size="${text!.fontSize}" ` +
      `font-family="${CAPTION_FONT}" text-anchor="middle" fill="${color}">` +
      `${escapeXml(line.text)}</text>`,
  );
  return [
    background === null ? '' : `<rect width="${width}" height="${height}" fill="${background}"/>`,
    ...shapes.map(
      ({ path, rule, isCrisp }) =>
        `<path fill="${color}" fill-rule="${rule}"` +
        `${isCrisp ? ' shape-rendering="crispEdges"' : ''} d="${path}"/>`,
    ),
    logo === null ? '' : toImage(logo),
    ...lines,
  ].join('');
}

/** Programs of before SVG 2 read `xlink:href` alone, and some later ones `href` alone. */
function toImage({ image, at, side }: NonNullable<QrPicture['logo']>): string {
  return (
    `<image x="${at}" y="${at}" width="${side}" height="${side}" ` +
    `href="${image}" xlink:href="${image}"/>`
  );
}

/** A picture as an SVG file with a default width of `px` pixels. */
export function toSvgFile(picture: QrPicture, px: number): Blob {
  const { width, height } = picture;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `viewBox="0 0 ${width} ${height}" ` +
    `width="${px}" height="${Math.round((px * height) / width)}">${toSvgContent(picture)}</svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** What XML cannot have, even as a reference, becomes U+FFFD (XML 1.0, 2.2). */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function escapeXml(text: string): string {
  return text
    .replaceAll(NOT_IN_XML, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
