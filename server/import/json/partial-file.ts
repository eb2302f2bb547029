import type { PartialFile } from '../../../contracts/import.ts';
import { readFlag } from '../values/flag.ts';
import { foldName, isFields, type Fields } from '../readers/source-row.ts';

// Folded names.
const TOTALS = ['total', 'totallinks', 'totalitems', 'totalcount', 'countall', 'count'];
const PAGES = ['pagescount', 'totalpages', 'lastpage', 'pages'];
const MORE = ['hasmore', 'hasnextpage', 'hasnext'];
const NEXT = ['next', 'nextpage', 'nextpageurl', 'nextcursor', 'cursor'];
const DEPTH_MAX = 3; // `shortUrls.pagination` is on level two
/** An object with more fields holds rows, because an answer has few fields around its list. */
const OBJECTS_MAX = 100;

/** Finds hints that the file is one page of several; null without hints. */
export function findPartial(file: unknown, rows: number): PartialFile | null {
  const objects = findObjects(file, DEPTH_MAX);
  const total = Math.max(0, ...objects.flatMap((fields) => read(fields, TOTALS)));
  if (total > rows) return { in_file: rows, in_source: total };
  return objects.some(hasMore) ? { in_file: rows, in_source: null } : null;
}

function findObjects(value: unknown, depth: number): Fields[] {
  if (!isFields(value) || depth === 0) return [];
  const entries = Object.entries(value).map(([name, field]) => [foldName(name), field] as const);
  const fields = Object.fromEntries(entries);
  if (entries.length > OBJECTS_MAX) return [fields];
  return [fields, ...entries.flatMap(([, field]) => findObjects(field, depth - 1))];
}

function read(fields: Fields, names: readonly string[]): number[] {
  return names
    .map((name) => fields[name])
    .filter((value) => /^\d{1,15}$/.test(String(value)))
    .map(Number);
}

function hasMore(fields: Fields): boolean {
  const complete = readFlag(fields['listcomplete']);
  if (complete !== 'unset') return complete !== 'on';
  return (
    read(fields, PAGES).some((pages) => pages > 1) ||
    MORE.some((name) => readFlag(fields[name]) === 'on') ||
    NEXT.some((name) => isNext(fields[name]))
  );
}

function isNext(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
