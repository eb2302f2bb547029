export interface JsonShape {
  /** The members of all objects together. */
  readonly members: number;
  readonly depth: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** A parser makes an object of each bracket: a megabyte of them takes hundreds in memory. */
export function exceedsShape(json: Uint8Array, { members, depth }: JsonShape): boolean {
  let open = 0;
  let colons = 0;
  // Three times as fast as an iterator.
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = findEndOfText(json, at + 1);
    else if (byte === 0x5b /* [ */ || byte === 0x7b /* { */) {
      open += 1;
      if (open > depth) return true;
    } else if (byte === 0x5d /* ] */ || byte === 0x7d /* } */) open -= 1;
    else if (byte === COLON) {
      colons += 1;
      if (colons > members) return true;
    }
  }
  return false;
}

function findEndOfText(json: Uint8Array, start: number): number {
  for (let at = start; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) return at;
  }
  return json.length;
}
