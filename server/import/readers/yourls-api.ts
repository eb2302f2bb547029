import { hasFields, type Reader } from './source-row.ts';

/** The answer of the API of YOURLS to `action=stats`. */
export const yourlsApi: Reader = {
  isRow: (row) => hasFields(row, 'shorturl', 'url'),
  readRow: (row) => ({
    code: readCode(row['shorturl']),
    longUrl: row['url'],
    title: row['title'],
    clicks: row['clicks'],
    createdAt: row['timestamp'],
    ip: row['ip'],
  }),
};

/** Takes the last segment: YOURLS may run in a directory. */
function readCode(shortUrl: unknown): unknown {
  if (typeof shortUrl !== 'string') return undefined;
  const segment = shortUrl.slice(shortUrl.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
