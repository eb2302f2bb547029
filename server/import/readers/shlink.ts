import { isFields, rowsWith, type Reader } from '../foreign-row.ts';

/** What the REST API of Shlink answers to `GET /short-urls`, or its bare rows. */
export const shlink: Reader = {
  findRows(file) {
    const list = isFields(file) ? file['shortUrls'] : undefined;
    return rowsWith(isFields(list) ? list['data'] : file, 'shortCode', 'longUrl');
  },
  readRow(row) {
    const visits = isFields(row['visitsSummary']) ? row['visitsSummary']['total'] : undefined;
    return {
      code: row['shortCode'],
      longUrl: row['longUrl'],
      title: row['title'],
      // Older versions had no summary.
      clicks: visits ?? row['visitsCount'],
      createdAt: row['dateCreated'],
      expiresAt: isFields(row['meta']) ? row['meta']['validUntil'] : undefined,
    };
  },
};
