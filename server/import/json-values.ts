/** A value at the top level of a text, with the comment that stands before it. */
export interface JsonValue {
  readonly text: string;
  /** Empty when there is none. */
  readonly comment: string;
}

/**
 * Splits a text into the lists and objects that stand in it one after another, perhaps with comments
 * between them, as `/* … *\/` or behind `//`. The last item is `too-deep` when brackets lie more than
 * `depthMax` deep in each other, because a parser makes an object of each: ten megabytes of `[` would
 * be most of a gigabyte. It is `broken` when anything else stands there, or a value is not whole.
 */
export function* splitValues(
  text: string,
  depthMax: number,
): Generator<JsonValue | 'too-deep' | 'broken'> {
  let comment = '';
  for (let at = 0; at < text.length;) {
    const character = text[at]!;
    if (/\s/.test(character)) {
      at += 1;
      continue;
    }
    const isComment = character === '/';
    const end = isComment ? findCommentEnd(text, at) : findValueEnd(text, at, depthMax);
    if (typeof end === 'string') {
      yield end;
      return;
    }
    const part = text.slice(at, end);
    if (!isComment) yield { text: part, comment };
    comment = isComment ? part : '';
    at = end;
  }
}

/** Where the comment ends that begins here. */
function findCommentEnd(text: string, start: number): number | 'broken' {
  if (text.startsWith('//', start)) {
    const end = text.indexOf('\n', start);
    return end === -1 ? text.length : end;
  }
  const end = text.startsWith('/*', start) ? text.indexOf('*/', start + 2) : -1;
  return end === -1 ? 'broken' : end + 2;
}

/** Where the brackets are closed that begin here. */
function findValueEnd(
  text: string,
  start: number,
  depthMax: number,
): number | 'too-deep' | 'broken' {
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
    } else if (code === 0x5d /* ] */ || code === 0x7d /* } */) depth -= 1;
    // A value that is neither a list nor an object ends the search at its first character.
    if (depth <= 0) return depth === 0 && at > start ? at + 1 : 'broken';
  }
  return 'broken';
}
