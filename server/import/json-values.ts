/** A value at the top level of a text, with the comment that stands before it. */
export interface JsonValue {
  readonly text: string;
  /** Empty when there is none. */
  readonly comment: string;
}

/**
 * Splits a text into the lists and objects that stand in it one after another, perhaps with comments
 * between them, as `/* … *\/` or behind `//`. Returns `too-deep` when brackets lie more than
 * `depthMax` deep in each other, because a parser makes an object of each: ten megabytes of `[` would
 * be most of a gigabyte. Null when anything else stands there, or the last value is not whole.
 */
export function splitValues(text: string, depthMax: number): JsonValue[] | 'too-deep' | null {
  const values: JsonValue[] = [];
  let comment = '';
  for (let at = 0; at < text.length;) {
    const character = text[at]!;
    if (/\s/.test(character)) {
      at += 1;
    } else if (character === '/') {
      const end = findCommentEnd(text, at);
      if (end === -1) return null;
      comment = text.slice(at, end);
      at = end;
    } else if (character === '[' || character === '{') {
      const end = findValueEnd(text, at, depthMax);
      if (typeof end === 'string') return end;
      if (end === -1) return null;
      values.push({ text: text.slice(at, end), comment });
      comment = '';
      at = end;
    } else return null;
  }
  return values;
}

/** Where the comment ends that begins here; -1 when there is none. */
function findCommentEnd(text: string, start: number): number {
  if (text.startsWith('//', start)) {
    const end = text.indexOf('\n', start);
    return end === -1 ? text.length : end;
  }
  const end = text.startsWith('/*', start) ? text.indexOf('*/', start + 2) : -1;
  return end === -1 ? -1 : end + 2;
}

/** Where the brackets are closed that begin here; -1 when they are not. */
function findValueEnd(text: string, start: number, depthMax: number): number | 'too-deep' {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 0x5c /* \ */) at += 1;
      else if (code === 0x22 /* " */) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x5b /* [ */ || code === 0x7b /* { */) {
      depth += 1;
      if (depth > depthMax) return 'too-deep';
    } else if (code === 0x5d /* ] */ || code === 0x7d /* } */) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
