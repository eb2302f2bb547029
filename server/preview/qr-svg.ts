import { encode } from 'uqr';

/** The longest text that is drawn, in characters: a larger code could not be held to a phone. */
const TEXT_MAX = 1024;
/** The quiet zone that the standard asks for, in squares. */
const QUIET = 4;

/** A QR code as an SVG element called `label`, black on white; nothing for a text that is too long. */
export function drawQrSvg(text: string, label: string): string {
  if (text.length > TEXT_MAX) return '';
  const { size, data } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.map(drawRow).join('');
  return (
    `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" ` +
    `aria-label="${Bun.escapeHTML(label)}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
    `<path fill="#000" d="${path}"/></svg>`
  );
}

/** The dark squares of a row, neighbours as one rectangle. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = '';
  for (let start = row.indexOf(true); start !== -1;) {
    const next = row.indexOf(false, start);
    const end = next === -1 ? row.length : next;
    path += `M${start} ${y}h${end - start}v1H${start}z`;
    start = row.indexOf(true, end);
  }
  return path;
}
