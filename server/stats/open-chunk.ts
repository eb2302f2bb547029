import { createDetail, openColumns, readDetail, type OpenDetail } from './detail.ts';
import type { VisitGroup } from './group-visits.ts';

/*
 * Clicks of some links on a day that is open, little-endian:
 *   u32 links · 4 bytes 0 · f64 id of each link, the lowest first · u32 where the rows of each end
 *   then an open detail with the rows of all, link by link (`detail.ts`)
 */
const HEAD_BYTES = 8;
const LINK_BYTES = 8 + 4;

/** How many rows a chunk has about: who reads one link reads that many. */
const ROWS = 2048;

/** Clicks of some links on a day. */
export interface OpenChunk {
  /** The lowest first. */
  readonly linkIds: Float64Array;
  /** Where the rows of each link end, which are those where the rows of the next begin. */
  readonly ends: Uint32Array;
  readonly detail: OpenDetail;
}

/** A chunk as it is stored. */
export interface NewChunk {
  readonly lastLinkId: number;
  readonly body: Uint8Array;
}

/** Chunks of the rows of a detail that stand in these places, grouped by links in their order. */
export function createChunks(
  groups: readonly VisitGroup[],
  places: Uint32Array,
  source: OpenDetail,
): NewChunk[] {
  const chunks: NewChunk[] = [];
  for (let first = 0; first < groups.length;) {
    const { from } = groups[first]!;
    let end = first + 1;
    while (end < groups.length && groups[end]!.to - from <= ROWS) end += 1;
    chunks.push(createChunk(groups.slice(first, end), places, source));
    first = end;
  }
  return chunks;
}

function createChunk(
  groups: readonly VisitGroup[],
  places: Uint32Array,
  source: OpenDetail,
): NewChunk {
  const { from } = groups[0]!;
  const { linkId: lastLinkId, to } = groups.at(-1)!;
  const before = HEAD_BYTES + groups.length * LINK_BYTES;
  const { body, detail } = createDetail('open', to - from, before);
  const { linkIds, ends } = readLinks(body, groups.length);
  new DataView(body.buffer).setUint32(0, groups.length, true);
  for (let i = 0; i < groups.length; i += 1) {
    linkIds[i] = groups[i]!.linkId;
    ends[i] = groups[i]!.to - from;
  }
  for (const name of openColumns) {
    const [column, all] = [detail[name], source[name]];
    for (let row = 0; row < column.length; row += 1) column[row] = all[places[from + row]!]!;
  }
  return { lastLinkId, body };
}

/** Reads a body without copying it, where its memory allows. */
export function readChunk(stored: Uint8Array): OpenChunk {
  // Not by `slice`: that of a Buffer does not copy.
  const body = stored.byteOffset % 8 === 0 ? stored : new Uint8Array(stored);
  const links = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  const detail = readDetail(body.subarray(HEAD_BYTES + links * LINK_BYTES));
  if (detail.form !== 'open') throw new Error('a chunk of clicks that are not open');
  return { ...readLinks(body, links), detail };
}

function readLinks({ buffer, byteOffset }: Uint8Array, links: number) {
  const at = byteOffset + HEAD_BYTES;
  return {
    linkIds: new Float64Array(buffer, at, links),
    ends: new Uint32Array(buffer, at + links * 8, links),
  };
}

/** The place among the links of a chunk of the first whose id is not below one. */
export function findLink({ linkIds }: OpenChunk, linkId: number): number {
  let low = 0;
  let high = linkIds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (linkIds[middle]! < linkId) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the rows of the link at a place begin and end. */
export function rowsAt({ ends }: OpenChunk, place: number): { from: number; to: number } {
  return { from: place === 0 ? 0 : ends[place - 1]!, to: ends[place]! };
}
