import { hasFields, isFields, type Reader } from './source-row.ts';
import { shlinkRouting } from './shlink-routing.ts';

/** The answer of the REST API of Shlink to `GET /short-urls`. */
export const shlink: Reader = {
  isRow: (row) => hasFields(row, 'shortCode', 'longUrl'),
  readRow(row) {
    const visits = isFields(row['visitsSummary']) ? row['visitsSummary']['total'] : undefined;
    return {
      code: row['shortCode'],
      longUrl: row['longUrl'],
      title: row['title'],
      tags: row['tags'],
      // Older versions have no summary.
      clicks: visits ?? row['visitsCount'],
      createdAt: row['dateCreated'],
      domain: row['domain'],
    };
  },
  routing: shlinkRouting,
};
