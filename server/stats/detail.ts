/*
 * The clicks of a link and a day, by columns, little-endian:
 *   u8 form (1 open, 2 settled) · 3 bytes 0 · u32 rows
 *   open:    u32 visitor (low)
 *   settled: u32 clicks · u32 visitors
 *   u16 agent · u16 referrer · u16 campaign · u16 place, open also u16 visitor (high)
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

const openColumns = [
  'visitorLow',
  'visitorHigh',
  'agent',
  'referrer',
  'campaign',
  'place',
  'language',
  'quarter',
  'scan',
] as const;

/** Room for details of so many rows; what is written into the columns stands in `body`. */
export function createDetail<F extends Form>(
  form: F,
  rows: number,
): { body: Uint8Array; detail: Extract<Detail, { form: F }> } {
  const bytesPerRow = form === 'open' ? OPEN_ROW_BYTES : SETTLED_ROW_BYTES;
  const body = new Uint8Array(HEAD_BYTES + rows * bytesPerRow);
  body[0] = form === 'open' ? OPEN : SETTLED;
  new DataView(body.buffer).setUint32(4, rows, true);
  return { body, detail: readDetail(body) as Extract<Detail, { form: F }> };
}

/** The body of some rows of an open detail, in their order. */
export function pickRows(detail: Extract<Detail, { form: 'open' }>, rows: Uint32Array): Uint8Array {
  const body = new Uint8Array(HEAD_BYTES + rows.length * OPEN_ROW_BYTES);
  body[0] = OPEN;
  let at = 4;
  const write = (number: number, bytes: number): void => {
    for (let byte = 0; byte < bytes; byte += 1) body[at + byte] = number >>> (8 * byte);
    at += bytes;
  };
  // Most bodies have one row: a view of each column would cost more than all there is to write.
  const writeColumn = (column: Uint32Array | Uint16Array | Uint8Array, bytes: number): void => {
    for (let i = 0; i < rows.length; i += 1) write(column[rows[i]!]!, bytes);
  };
  write(rows.length, 4);
  writeColumn(detail.visitorLow, 4);
  const { visitorHigh, agent, referrer, campaign, place } = detail;
  for (const column of [visitorHigh, agent, referrer, campaign, place]) writeColumn(column, 2);
  for (const column of [detail.quarter, detail.language, detail.scan]) writeColumn(column, 1);
  return body;
}

/** The body of all rows of some open details, one after the other. */
export function joinOpen(details: readonly OpenDetail[]): Uint8Array {
  const rows = details.reduce((sum, detail) => sum + detail.rows, 0);
  const { body, detail: all } = createDetail('open', rows);
  let at = 0;
  for (const detail of details) {
    for (const column of openColumns) all[column].set(detail[column], at);
    at += detail.rows;
  }
  return body;
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
