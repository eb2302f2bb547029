import { encode } from 'uqr';

/** In characters. A larger code is hard to scan with a phone. */
const TEXT_MAX = 1024;
/** The quiet zone of the standard, in modules. */
const QUIET = 4;

/** Returns rows of modules, dark ones true; null for a text that is too long. */
export function drawQr(text: string): readonly (readonly boolean[])[] | null {
  return text.length > TEXT_MAX ? null : encode(text, { ecc: 'M', border: QUIET }).data;
}

export function toQrSvg(modules: readonly (readonly boolean[])[], attributes: string): string {
  const size = modules.length;
  return (
    `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" ${attributes}>` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
    `<path fill="#000" d="${modules.map(drawRow).join('')}"/></svg>`
  );
}

/** Joins neighboring dark modules into one rectangle. */
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
