import { hasFields, type Reader } from '../source-row.ts';

/** What the API of YOURLS answers to `action=stats`. */
export const yourlsApi: Reader = {
  isRow: (row) => hasFields(row, 'shorturl', 'url'),
  readRow: (row) => ({
    code: codeOf(row['shorturl']),
    longUrl: row['url'],
    title: row['title'],
    clicks: row['clicks'],
    createdAt: row['timestamp'],
    ip: row['ip'],
  }),
};

/** The last segment of a short link: its host may have stood in a directory. */
function codeOf(shortUrl: unknown): unknown {
  if (typeof shortUrl !== 'string') return undefined;
  const segment = shortUrl.slice(shortUrl.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
