import type { PartialFile } from '../../contracts/import.ts';
import { readFlag } from './flag.ts';
import { isFields, type Fields } from './source-row.ts';

const TOTALS = [
  'total',
  'total_links',
  'totalItems',
  'total_items',
  'totalCount',
  'total_count',
  'countAll',
];
const PAGES = ['pagesCount', 'totalPages', 'total_pages', 'last_page', 'lastPage', 'pages'];
const MORE = ['has_more', 'hasMore', 'hasNextPage', 'has_next_page', 'hasNext', 'has_next'];
const NEXT = ['next', 'next_page', 'nextPage', 'next_page_url', 'next_cursor', 'nextCursor'];
/** How many objects may lie in each other: `shortUrls.pagination` lies in two. */
const DEPTH_MAX = 3;
/** More objects are rows: an answer has few fields around its list. */
const OBJECTS_MAX = 100;

/** Tells whether a file of so many links is one page of several; null when it does not say so. */
export function findPartial(file: unknown, rows: number): PartialFile | null {
  const objects = objectsIn(file, DEPTH_MAX);
  const total = Math.max(0, ...objects.flatMap((fields) => read(fields, [...TOTALS, 'count'])));
  if (total > rows) return { in_file: rows, in_source: total };
  return objects.some(hasMore) ? { in_file: rows, in_source: null } : null;
}

function objectsIn(value: unknown, depth: number): Fields[] {
  if (!isFields(value) || depth === 0) return [];
  const inner = Object.values(value);
  if (inner.length > OBJECTS_MAX) return [value];
  return [value, ...inner.flatMap((field) => objectsIn(field, depth - 1))];
}

/** The numbers in these fields, also as text. */
function read(fields: Fields, names: readonly string[]): number[] {
  return names
    .map((name) => fields[name])
    .filter((value) => /^\d{1,15}$/.test(String(value)))
    .map(Number);
}

function hasMore(fields: Fields): boolean {
  const complete = readFlag(fields['list_complete']);
  if (complete !== 'unset') return complete !== 'on';
  return (
    read(fields, PAGES).some((pages) => pages > 1) ||
    MORE.some((name) => readFlag(fields[name]) === 'on') ||
    [...NEXT, 'cursor'].some((name) => isNext(fields[name]))
  );
}

function isNext(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
