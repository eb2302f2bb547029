import { isFields, rowsWith, type Reader } from '../foreign-row.ts';

/** What the API of YOURLS answers to `action=stats`: `links.link_1`, `links.link_2` and so on. */
export const yourlsApi: Reader = {
  findRows(file) {
    const links = isFields(file) ? file['links'] : undefined;
    return isFields(links) ? rowsWith(Object.values(links), 'shorturl', 'url') : null;
  },
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
