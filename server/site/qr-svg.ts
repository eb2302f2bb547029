import { drawQr, type QrDrawing } from '../../contracts/qr-drawing.ts';

/** In characters. A larger code is hard to scan with a phone. */
const SHOWN_MAX = 1024;

/** Null for a text that is too long for a page. */
export function drawShownQr(text: string): QrDrawing | null {
  return text.length > SHOWN_MAX ? null : drawQr(text);
}

export function toQrSvg({ size, path }: QrDrawing, attributes: string): string {
  return (
    `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" ${attributes}>` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
  );
}
