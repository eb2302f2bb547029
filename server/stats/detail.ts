/*
 * Clicks of a day, by columns, little-endian:
 *   u8 form (1 open, 2 settled) · 3 bytes 0 · u32 rows
 *   open:    u32 visitor (low) · u16 visitor (high)
 *   settled: u32 clicks · u32 visitors
 *   u16 agent · u16 referrer · u16 campaign · u16 place
 *   u8 quarter of the day · u8 language · u8 whether it was a scan
 * While a day is open each click has a row, with a number for its visitor that means nothing
 * without the salt of the day. A settled day has a row for all clicks that are alike.
 */
const OPEN = 1;
const SETTLED = 2;
const HEAD_BYTES = 8;
const OPEN_ROW_BYTES = 4 + 10 + 3;
const SETTLED_ROW_BYTES = 8 + 8 + 3;

/** What a row says of its clicks: the ids of facts, the quarter of the day, and 1 for a scan. */
export interface DetailColumns {
  readonly agent: Uint16Array;
  readonly referrer: Uint16Array;
  readonly campaign: Uint16Array;
  readonly place: Uint16Array;
  readonly quarter: Uint8Array;
  readonly language: Uint8Array;
  readonly scan: Uint8Array;
}

/** Details as they are stored; every column has a row for each click, or for those alike. */
export type Detail =
  | (DetailColumns & {
      readonly form: 'open';
      readonly rows: number;
      /** 48 bits that tell the visitors of a day apart. */
      readonly visitorLow: Uint32Array;
      readonly visitorHigh: Uint16Array;
    })
  | (DetailColumns & {
      readonly form: 'settled';
      readonly rows: number;
      readonly clicks: Uint32Array;
      /** Of the clicks, those that were the first of their visitor on this day. */
      readonly visitors: Uint32Array;
    });

type Form = Detail['form'];
export type OpenDetail = Extract<Detail, { form: 'open' }>;
export type SettledDetail = Extract<Detail, { form: 'settled' }>;

/** Some rows of a detail, which stand side by side. */
export interface DetailRows {
  readonly detail: Detail;
  readonly from: number;
  readonly to: number;
}

export const openColumns = [
  'visitorLow',
  'visitorHigh',
  'agent',
  'referrer',
  'campaign',
  'place',
  'language',
  'quarter',
  'scan',
] as const satisfies readonly (keyof OpenDetail)[];

/**
 * Room for details of so many rows, behind so many other bytes, a multiple of four; what is written
 * into the columns stands in `body`.
 */
export function createDetail<F extends Form>(
  form: F,
  rows: number,
  before = 0,
): { body: Uint8Array; detail: Extract<Detail, { form: F }> } {
  const bytesPerRow = form === 'open' ? OPEN_ROW_BYTES : SETTLED_ROW_BYTES;
  const body = new Uint8Array(before + HEAD_BYTES + rows * bytesPerRow);
  body[before] = form === 'open' ? OPEN : SETTLED;
  new DataView(body.buffer).setUint32(before + 4, rows, true);
  const detail = readDetail(before === 0 ? body : body.subarray(before));
  return { body, detail: detail as Extract<Detail, { form: F }> };
}

/** Reads a body without copying it, where its memory allows. */
export function readDetail(stored: Uint8Array): Detail {
  // Not by `slice`: that of a Buffer does not copy.
  const body = stored.byteOffset % 4 === 0 ? stored : new Uint8Array(stored);
  const { buffer, byteOffset } = body;
  const rows = new DataView(buffer, byteOffset).getUint32(4, true);
  let at = byteOffset + HEAD_BYTES;
  const u32 = () => new Uint32Array(buffer, (at += rows * 4) - rows * 4, rows);
  const u16 = () => new Uint16Array(buffer, (at += rows * 2) - rows * 2, rows);
  const u8 = () => new Uint8Array(buffer, (at += rows) - rows, rows);
  if (body[0] === OPEN) {
    const visitorLow = u32();
    const visitorHigh = u16();
    return { form: 'open', rows, visitorLow, visitorHigh, ...readColumns(u16, u8) };
  }
  const clicks = u32();
  const visitors = u32();
  return { form: 'settled', rows, clicks, visitors, ...readColumns(u16, u8) };
}

/** Reads a body that is known to be settled. */
export function readSettled(stored: Uint8Array): SettledDetail {
  const detail = readDetail(stored);
  if (detail.form !== 'settled') throw new Error('details that are not settled');
  return detail;
}

/** All rows of a detail, if there is one. */
export function allRows(detail: Detail | null): readonly DetailRows[] {
  return detail === null ? [] : [{ detail, from: 0, to: detail.rows }];
}

/** A detail of its own with some rows of another. */
export function copyRows(detail: OpenDetail, from: number, to: number): OpenDetail {
  const { detail: copy } = createDetail('open', to - from);
  for (const name of openColumns) copy[name].set(detail[name].subarray(from, to));
  return copy;
}

function readColumns(u16: () => Uint16Array, u8: () => Uint8Array): DetailColumns {
  return {
    agent: u16(),
    referrer: u16(),
    campaign: u16(),
    place: u16(),
    quarter: u8(),
    language: u8(),
    scan: u8(),
  };
}
