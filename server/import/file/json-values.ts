export interface JsonValue {
  readonly text: string;
  readonly comment: string;
}

/**
 * Splits a text into its top-level lists and objects. Ends with `too-deep` for brackets deeper than
 * `depthMax`, because parsing 10 MB of `[` takes most of a gigabyte.
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

function findCommentEnd(text: string, start: number): number | 'broken' {
  if (text.startsWith('//', start)) {
    const end = text.indexOf('\n', start);
    return end === -1 ? text.length : end;
  }
  const end = text.startsWith('/*', start) ? text.indexOf('*/', start + 2) : -1;
  return end === -1 ? 'broken' : end + 2;
}

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
    // Any other value ends the search at its first character.
    if (depth <= 0) return depth === 0 && at > start ? at + 1 : 'broken';
  }
  return 'broken';
}
