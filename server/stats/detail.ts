import { encodeRuns, type LinkRuns } from './link-runs.ts';

/*
 * Clicks of a day, by columns, little-endian:
 *   open:    u8 1 · 3 bytes 0 · u32 rows · u32 visitor (low) · u16 visitor (high)
 *   settled, of a link: u8 3 · 1 byte 0
 *   settled, of the site: u8 4 · 3 bytes 0 · u32 rows
 *   u16 agent · u16 referrer · u16 campaign · u16 place
 *   u8 quarter of the day · u8 language · u8 whether it was a scan
 *   settled: u8 clicks · u8 visitors
 *   settled, of the site: then whose rows these are (`link-runs.ts`)
 * While a day is open each click has a row, with a number for its visitor that means nothing
 * without the salt of the day. A settled day has a row for the clicks that are alike, as far as a
 * byte can count them: a report with filters reads all rows of a site, so each byte is one to wait for.
 */
const OPEN = 1;
/** Another number for each form in which settled clicks were ever stored. */
export const SETTLED_FORM = 3;
export const SITE_FORM = 4;
const OPEN_HEAD_BYTES = 8;
const SETTLED_HEAD_BYTES = 2;
const SITE_HEAD_BYTES = 8;
const COLUMN_BYTES = 4 * 2 + 3;
const OPEN_ROW_BYTES = 4 + 2 + COLUMN_BYTES;
const SETTLED_ROW_BYTES = COLUMN_BYTES + 2;

/** How many clicks a settled row stands for at most. */
export const ROW_CLICKS_MAX = 255;

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
      readonly clicks: Uint8Array;
      /** Of the clicks, those that were the first of their visitor on this day. */
      readonly visitors: Uint8Array;
      /** Of the site whose rows these are, as they are stored; null: of one link, or of links that nobody knows. */
      readonly runs: Uint8Array | null;
    });

type Form = Detail['form'];
export type OpenDetail = Extract<Detail, { form: 'open' }>;
export type SettledDetail = Extract<Detail, { form: 'settled' }>;

/** Some rows of a detail, which stand side by side. */
export interface DetailRows {
  readonly detail: Detail;
  readonly from: number;
  readonly to: number;
  /** Of the site whose rows these are, where they are all rows of the detail and somebody knows. */
  readonly runs?: LinkRuns;
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
  const isOpen = form === 'open';
  const bytes = isOpen
    ? OPEN_HEAD_BYTES + rows * OPEN_ROW_BYTES
    : SETTLED_HEAD_BYTES + rows * SETTLED_ROW_BYTES;
  const body = new Uint8Array(before + bytes);
  body[before] = isOpen ? OPEN : SETTLED_FORM;
  if (isOpen) new DataView(body.buffer).setUint32(before + 4, rows, true);
  const detail = readDetail(before === 0 ? body : body.subarray(before));
  return { body, detail: detail as Extract<Detail, { form: F }> };
}

/** Room for settled details of the site. */
export function createSiteDetail(runs: LinkRuns): { body: Uint8Array; detail: SettledDetail } {
  const rows = runs.ends.at(-1) ?? 0;
  const encoded = encodeRuns(runs);
  const end = SITE_HEAD_BYTES + rows * SETTLED_ROW_BYTES;
  const body = new Uint8Array(end + encoded.length);
  body[0] = SITE_FORM;
  new DataView(body.buffer).setUint32(4, rows, true);
  body.set(encoded, end);
  return { body, detail: readSettled(body) };
}

/** Reads a body without copying it, where its memory allows. */
export function readDetail(stored: Uint8Array): Detail {
  // Not by `slice`: that of a Buffer does not copy.
  const body = stored.byteOffset % 4 === 0 ? stored : new Uint8Array(stored);
  if (body[0] === OPEN) return readOpen(body);
  if (body[0] === SETTLED_FORM) return readLinkRows(body);
  if (body[0] === SITE_FORM) return readSiteRows(body);
  throw new Error(`details of the form ${body[0]}, which is none`);
}

function readOpen({ buffer, byteOffset }: Uint8Array): OpenDetail {
  const rows = new DataView(buffer, byteOffset).getUint32(4, true);
  const low = byteOffset + OPEN_HEAD_BYTES;
  const high = low + rows * 4;
  return {
    form: 'open',
    rows,
    visitorLow: new Uint32Array(buffer, low, rows),
    visitorHigh: new Uint16Array(buffer, high, rows),
    ...readColumns(buffer, high + rows * 2, rows),
  };
}

function readLinkRows(body: Uint8Array): SettledDetail {
  const rows = (body.length - SETTLED_HEAD_BYTES) / SETTLED_ROW_BYTES;
  return readSettledRows(body, SETTLED_HEAD_BYTES, rows, null);
}

function readSiteRows(body: Uint8Array): SettledDetail {
  const rows = new DataView(body.buffer, body.byteOffset).getUint32(4, true);
  const end = SITE_HEAD_BYTES + rows * SETTLED_ROW_BYTES;
  return readSettledRows(body, SITE_HEAD_BYTES, rows, body.subarray(end));
}

function readSettledRows(
  { buffer, byteOffset }: Uint8Array,
  head: number,
  rows: number,
  runs: Uint8Array | null,
): SettledDetail {
  const columns = byteOffset + head;
  const clicks = columns + rows * COLUMN_BYTES;
  return {
    form: 'settled',
    rows,
    clicks: new Uint8Array(buffer, clicks, rows),
    visitors: new Uint8Array(buffer, clicks + rows, rows),
    runs,
    ...readColumns(buffer, columns, rows),
  };
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

function readColumns(buffer: ArrayBufferLike, start: number, rows: number): DetailColumns {
  const bytes = start + rows * 8;
  return {
    agent: new Uint16Array(buffer, start, rows),
    referrer: new Uint16Array(buffer, start + rows * 2, rows),
    campaign: new Uint16Array(buffer, start + rows * 4, rows),
    place: new Uint16Array(buffer, start + rows * 6, rows),
    quarter: new Uint8Array(buffer, bytes, rows),
    language: new Uint8Array(buffer, bytes + rows, rows),
    scan: new Uint8Array(buffer, bytes + rows * 2, rows),
  };
}
