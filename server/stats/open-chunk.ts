import { createDetail, openColumns, readDetail, type OpenDetail } from './detail.ts';
import { rowsAt, type LinkRuns } from './link-runs.ts';

/*
 * Clicks of some links on a day that is open, little-endian:
 *   u32 links · 4 bytes 0 · f64 id of each link, the lowest first
 *   u32 where the rows of each end · u32 how many clicks of each were counted as people's
 *   then an open detail with the rows of all, link by link (`detail.ts`)
 */
const HEAD_BYTES = 8;
const LINK_BYTES = 8 + 4 + 4;

/** How many rows a chunk has about: who reads one link reads that many. */
const ROWS = 2048;

/** How many bytes at the start of a chunk have at most all that it says of its links. */
export const CHUNK_HEAD_MAX = HEAD_BYTES + ROWS * LINK_BYTES;

/** Links with the numbers of their clicks. */
export interface LinkRows extends LinkRuns {
  /** Of the clicks of each, those that were people's when they were counted. */
  readonly people: Int32Array;
}

/** Clicks of some links on a day. */
export interface OpenChunk extends LinkRows {
  readonly detail: OpenDetail;
}

/** A chunk as it is stored. */
export interface NewChunk {
  readonly lastLinkId: number;
  readonly body: Uint8Array;
}

/** Chunks of the rows of a detail that stand in these places, link by link. */
export function createChunks(links: LinkRows, places: Int32Array, source: OpenDetail): NewChunk[] {
  const { linkIds, ends } = links;
  const chunks: NewChunk[] = [];
  for (let first = 0; first < linkIds.length;) {
    const { from } = rowsAt(links, first);
    let end = first + 1;
    while (end < linkIds.length && ends[end]! - from <= ROWS) end += 1;
    const some = {
      linkIds: linkIds.subarray(first, end),
      ends: ends.subarray(first, end).map((own) => own - from),
      people: links.people.subarray(first, end),
    };
    chunks.push(createChunk(some, places.subarray(from, ends[end - 1]), source));
    first = end;
  }
  return chunks;
}

function createChunk(links: LinkRows, places: Int32Array, source: OpenDetail): NewChunk {
  const { length } = links.linkIds;
  const before = HEAD_BYTES + length * LINK_BYTES;
  const { body, detail } = createDetail('open', places.length, before);
  new DataView(body.buffer).setUint32(0, length, true);
  const own = readLinks(body);
  own.linkIds.set(links.linkIds);
  own.ends.set(links.ends);
  own.people.set(links.people);
  for (const name of openColumns) {
    const [column, all] = [detail[name], source[name]];
    for (let row = 0; row < places.length; row += 1) column[row] = all[places[row]!]!;
  }
  return { lastLinkId: links.linkIds.at(-1)!, body };
}

/** Reads a body without copying it, where its memory allows. */
export function readChunk(stored: Uint8Array): OpenChunk {
  const body = align(stored);
  const links = readLinks(body);
  const detail = readDetail(body.subarray(HEAD_BYTES + links.linkIds.length * LINK_BYTES));
  if (detail.form !== 'open') throw new Error('a chunk of clicks that are not open');
  return { ...links, detail };
}

/** Reads what the first bytes of a body say of its links: {@link CHUNK_HEAD_MAX} will do. */
export function readChunkHead(stored: Uint8Array): LinkRows {
  return readLinks(align(stored));
}

function align(stored: Uint8Array): Uint8Array {
  // Not by `slice`: that of a Buffer does not copy.
  return stored.byteOffset % 8 === 0 ? stored : new Uint8Array(stored);
}

function readLinks({ buffer, byteOffset }: Uint8Array): LinkRows {
  const links = new DataView(buffer, byteOffset).getUint32(0, true);
  const at = byteOffset + HEAD_BYTES;
  return {
    linkIds: new Float64Array(buffer, at, links),
    ends: new Int32Array(buffer, at + links * 8, links),
    people: new Int32Array(buffer, at + links * 12, links),
  };
}
