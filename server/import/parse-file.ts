import { splitValues, type JsonValue } from './json-values.ts';
import { unreadable } from './unreadable.ts';

/** How deep brackets may lie in each other: far deeper than in any format that is known. */
const DEPTH_MAX = 100;
/** The end of a comment in which a name is looked for, in characters. */
const NAME_MAX = 200;

/**
 * Parses a file of JSON, or of JSON values one after another: the lists of older phpMyAdmin, each with
 * a comment that names its table, or objects as rows. Throws `import.unreadable`.
 */
export function parseFile(file: Uint8Array): unknown {
  const values = splitValues(decode(file), DEPTH_MAX);
  if (values === 'too-deep') throw unreadable('The file nests too deep');
  if (values === null || values.length === 0) {
    throw unreadable('The file is not JSON, or not whole');
  }
  const [first, ...others] = values;
  if (others.length === 0) return parse(first!);
  if (values.every(({ text }) => text.startsWith('{'))) return values.map(parse);
  if (values.every(({ text, comment }) => text.startsWith('[') && comment !== '')) {
    return values.map((value) => ({
      type: 'table',
      name: tableName(value.comment),
      data: parse(value),
    }));
  }
  throw unreadable('The file holds several lists that no comment names');
}

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw unreadable('The file is not UTF-8');
  }
}

function parse({ text }: JsonValue): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('The file is not JSON, or not whole');
  }
}

/** The last name in a comment: `// yourls.yourls_url` is of the table yourls_url. */
function tableName(comment: string): string {
  const end = comment.slice(-NAME_MAX);
  return /[^\s./*'"`]+(?=[\s./*'"`]*$)/.exec(end)?.[0] ?? '';
}
