import { isCustomCode, toCustomCode } from '../../../contracts/links/custom-code.ts';
import { splitTags } from '../../tags/tag-list.ts';
import { completeUrl } from '../../urls/typed-url.ts';

/** A link of a pasted list. */
export interface PastedRow {
  /** As a spreadsheet counts: from 1, with the row of names. */
  readonly number: number;
  readonly long_url: string;
  readonly short_url: string;
  readonly title: string;
  readonly tags: readonly string[];
}

type Column = Exclude<keyof PastedRow, 'number'>;

/** The order without a row of names. */
const order: readonly Column[] = ['long_url', 'short_url', 'title', 'tags'];
/** Without case, blanks, `_` and `-`. */
const names: Readonly<Record<Column, RegExp>> = {
  long_url:
    /^(?:(?:long|original|target|destination)?url|link|address|target|destination|(?:长|原始)?链接|(?:目标)?网址|目标)$/,
  short_url:
    /^(?:(?:short|custom)?(?:code|path|url)|slug|alias|keyword|(?:自定义)?后缀|短码|短链接)$/,
  title: /^(?:title|name|标题|名称)$/,
  tags: /^(?:tags?|labels?|标签)$/,
};

/** Reads one URL a line, or a table of a spreadsheet: its cells end at tabs or commas. */
export function readRows(text: string): PastedRow[] {
  const table = readTable(text);
  const named = table[0]!.map(findColumn);
  const hasNames = named.includes('long_url');
  const columns = hasNames ? named : order;
  return table.flatMap((cells, at) => {
    if ((at === 0 && hasNames) || cells.every(isBlank)) return [];
    const cell = (column: Column) => (cells[columns.indexOf(column)] ?? '').trim();
    return [
      {
        number: at + 1,
        long_url: completeUrl(cell('long_url')),
        short_url: cell('short_url'),
        title: cell('title'),
        tags: splitTags(cell('tags').replaceAll(';', ',')),
      },
    ];
  });
}

function findColumn(name: string): Column | undefined {
  const plain = name.toLowerCase().replaceAll(/[\s_-]/g, '');
  return order.find((column) => names[column].test(plain));
}

/** A URL may hold commas: they end cells only where codes or names of columns follow. */
function readTable(text: string): string[][] {
  if (text.includes('\t')) return splitCells(text, '\t');
  const table = splitCells(text, ',');
  const seconds = table.flatMap(([, second]) => (second === undefined ? [] : [second.trim()]));
  const codes = seconds.filter((cell) => cell === '' || isCustomCode(toCustomCode(cell)));
  const hasCells =
    table[0]!.map(findColumn).includes('long_url') || codes.length * 2 > seconds.length;
  return hasCells ? table : text.split(/\r\n?|\n/).map((line) => [line]);
}

/** Cells with separators, line breaks or quotes stand in quotes, as in RFC 4180. */
function splitCells(text: string, separator: string): string[][] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n?|\\n|$)`,
    'gy',
  );
  const table: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    table.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== separator) table.push([]);
  }
  return table;
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}
