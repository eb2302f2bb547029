import { localValues } from '../storage.ts';

/** A short link from this browser. */
export interface RecentLink {
  readonly code: string;
  readonly longUrl: string;
}

const STORED = 'recent_links';
const RECENT_MAX = 5;

/** The last links from this browser, newest first. */
export function readRecent(): readonly RecentLink[] {
  const stored = localValues.getJson(STORED);
  return Array.isArray(stored) ? stored.filter(isRecentLink).slice(0, RECENT_MAX) : [];
}

function isRecentLink(value: unknown): value is RecentLink {
  const link = value as Partial<RecentLink> | null;
  return typeof link?.code === 'string' && typeof link.longUrl === 'string';
}

export function addRecent(link: RecentLink): readonly RecentLink[] {
  return storeRecent([link, ...listWithout(link.code)]);
}

export function forgetRecent(code: string): readonly RecentLink[] {
  return storeRecent(listWithout(code));
}

export function forgetAllRecent(): readonly RecentLink[] {
  return storeRecent([]);
}

/** Reads storage each time: another tab may have added links. */
function listWithout(code: string): RecentLink[] {
  return readRecent().filter((link) => link.code !== code);
}

function storeRecent(links: readonly RecentLink[]): readonly RecentLink[] {
  const kept = links.slice(0, RECENT_MAX);
  if (kept.length === 0) localValues.remove(STORED);
  else localValues.set(STORED, JSON.stringify(kept));
  return kept;
}
