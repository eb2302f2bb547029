const BACKSLASH = 92;
const EQUALS = 61;
const QUOTE = 34;
const SEMICOLON = 59;

/** A backslash in quotes escapes. Null = missing. One pass over the text, whatever it holds. */
export function readParameter(text: string, name: string): string | null {
  let at = findMark(text, 0, SEMICOLON);
  while (at < text.length) {
    const equals = findMark(text, at + 1, EQUALS);
    // A parameter without a value: the search found the next semicolon.
    if (text.charCodeAt(equals) !== EQUALS) {
      at = equals;
      continue;
    }
    const found = text
      .slice(at + 1, equals)
      .trim()
      .toLowerCase();
    const isQuoted = text.charCodeAt(equals + 1) === QUOTE;
    const start = isQuoted ? equals + 2 : equals + 1;
    const end = isQuoted ? findQuote(text, start) : findMark(text, start, SEMICOLON);
    if (found === name) {
      const value = text.slice(start, end);
      return isQuoted ? value.replaceAll(/\\(.)/g, '$1') : value.trim();
    }
    at = findMark(text, end, SEMICOLON);
  }
  return null;
}

function findMark(text: string, from: number, mark: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === mark || character === SEMICOLON) return at;
  }
  return text.length;
}

/** An unclosed quotation ends with the text. */
function findQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === BACKSLASH) at += 1;
    else if (character === QUOTE) return at;
  }
  return text.length;
}
