import { Problem } from '../../http/problem.ts';
import { parseJson } from '../../../contracts/text.ts';
import { splitValues } from './json-values.ts';
import { isFields } from '../readers/source-row.ts';

const DEPTH_MAX = 100; // all known formats are much flatter
const INCOMPLETE = 'The file is not JSON, or is incomplete';
const NAME_MAX = 200; // characters at the end of a comment

/**
 * Older phpMyAdmin writes several lists, each after a comment with the name of the table. Other
 * programs write one object a line. Throws `import.unreadable`.
 */
export function parseFile(file: Uint8Array): unknown {
  const contents: unknown[] = [];
  const tables: object[] = [];
  for (const value of splitValues(decode(file), DEPTH_MAX)) {
    if (value === 'too-deep') throw unreadable('The file is nested too deeply');
    if (value === 'broken') throw unreadable(INCOMPLETE);
    const content = parseJson(value.text);
    if (content === undefined) throw unreadable(INCOMPLETE);
    contents.push(content);
    if (Array.isArray(content) && value.comment !== '') {
      tables.push({ type: 'table', name: tableName(value.comment), data: content });
    }
  }
  if (contents.length === 0) throw unreadable(INCOMPLETE);
  if (contents.length === 1) return contents[0];
  if (contents.every(isFields)) return contents;
  if (tables.length === contents.length) return tables;
  throw unreadable('The file contains several lists without a comment that names them');
}

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw unreadable('The file is not UTF-8');
  }
}

/** The last name in a comment: `// yourls.yourls_url` names the table yourls_url. */
function tableName(comment: string): string {
  const end = comment.slice(-NAME_MAX);
  return /[^\s./*'"`]+(?=[\s./*'"`]*$)/.exec(end)?.[0] ?? '';
}

const FORMATS =
  'Brisk reads JSON of YOURLS, Polr, Zurl, Shlink, Kutt, Sink and Brisk: an export, an answer of ' +
  'their API, or their table of links from phpMyAdmin, Adminer, HeidiSQL, Navicat or DBeaver; ' +
  'also with one object a line';

/** Refuses a whole file and lists the readable formats. */
export function unreadable(reason: string): Problem {
  return new Problem('import.unreadable', { field: 'file', reason: `${reason}. ${FORMATS}` });
}
