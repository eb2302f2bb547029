import { encode } from 'uqr';

/** Its size includes the quiet zone; `modules` are rows, true: dark; `path` draws these as SVG. */
export interface QrDrawing {
  readonly size: number;
  readonly modules: readonly (readonly boolean[])[];
  readonly path: string;
}

/** The quiet zone of the standard, in modules. */
export const QUIET_ZONE = 4;
/** A QR code holds 2,331 bytes with error correction M, 2,953 with L, and 1,273 with H. */
const M_BYTES = 2000;
const H_BYTES = 1200;

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function fitsLogo(text: string): boolean {
  return countBytes(text) <= H_BYTES;
}

/**
 * A logo covers the middle, so it gets the highest error correction. Any other code gets the highest
 * that does not enlarge it.
 */
export function drawQr(text: string, hasLogo = false): QrDrawing {
  const ecc = hasLogo ? 'H' : countBytes(text) > M_BYTES ? 'L' : 'M';
  const { size, data } = encode(text, { ecc, boostEcc: true, border: QUIET_ZONE });
  return { size, modules: data, path: data.map(toRuns).join('') };
}

/** The dark modules of a row. Neighbors form one rectangle. */
function toRuns(row: readonly boolean[], y: number): string {
  const marks = row.map((isDark) => (isDark ? '1' : '0')).join('');
  const runs = [...marks.matchAll(/1+/g)];
  return runs.map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`).join('');
}
