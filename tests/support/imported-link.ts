import { checkRow, type RowRules } from '../../server/import/check-row.ts';
import type { ImportedLink } from '../../server/import/import.store.ts';
import { readers } from '../../server/import/readers/readers.ts';
import type { Refusal } from '../../server/import/refusal.ts';
import type { Fields } from '../../server/import/readers/source-row.ts';
import { parseRouting } from '../../server/links/routing/routing.ts';
import { decide } from '../../server/redirect/route/decide.ts';

export const rowRules: RowRules = {
  isInSeconds: false,
  timeZone: 'UTC',
  dayOrder: 'unknown',
  usualDayOrder: 'unknown',
  now: Date.UTC(2026, 0, 1) / 1000,
  domains: new Set(),
  sharedCuts: new Set(),
  isOwnHost: (url) => url.startsWith('https://go.example/'),
};

interface Seen {
  readonly userAgent?: string;
  readonly country?: string;
  readonly languages?: string;
  readonly query?: string;
  /** Milliseconds since 1970. */
  readonly time?: number;
}

export function importRow(row: Fields, rules = rowRules): ImportedLink | Refusal {
  return checkRow(
    row,
    readers.find((reader) => reader.isRow(row))!,
    rules,
  );
}

/** Where the imported link leads a visit, or why it leads nowhere. Throws for a refused row. */
export function leadImported(row: Fields, seen: Seen): string {
  const link = importRow(row);
  if ('reason' in link) throw new Error(link.reason);
  const { userAgent = '', country = '', languages = '', query = '' } = seen;
  const time = seen.time ?? Date.UTC(2026, 0, 1);
  const visit = { userAgent, languages, query, time, country, address: '', drawsAnew: false };
  const decision = decide(
    { ...link, id: 1, routing: parseRouting(link.routing) },
    visit,
    link.clicks,
  );
  return decision.kind === 'redirect' ? decision.target : decision.why;
}
