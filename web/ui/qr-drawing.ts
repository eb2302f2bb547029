import { encode } from 'uqr';

/** A QR code: how many squares it is wide, quiet zone included, and the dark ones as an SVG path. */
export interface QrDrawing {
  readonly size: number;
  readonly path: string;
  readonly rows: readonly (readonly boolean[])[];
}

/** The quiet zone that the standard asks for, in squares. */
const QUIET = 4;
const LONG_BYTES = 2000;

export function drawQr(text: string): QrDrawing {
  // A QR code holds 2,331 bytes with the usual correction of errors, 2,953 with less.
  const ecc = new TextEncoder().encode(text).length > LONG_BYTES ? 'L' : 'M';
  const { size, data } = encode(text, { ecc, border: QUIET });
  return { size, rows: data, path: data.map(toRuns).join('') };
}

/** The dark squares of a row, those side by side as one rectangle. */
function toRuns(row: readonly boolean[], y: number): string {
  const marks = row.map((isDark) => (isDark ? '1' : '0')).join('');
  const runs = [...marks.matchAll(/1+/g)];
  return runs.map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`).join('');
}
