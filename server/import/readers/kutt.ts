import { hasFields, type Reader } from './source-row.ts';

/** The answer of the API of Kutt to `GET /links`, and the table `links` of its database. */
export const kutt: Reader = {
  table: /(?:^|_)links$/i,
  isRow: (row) => hasFields(row, 'address', 'target'),
  readRow: (row) => ({
    code: row['address'],
    longUrl: row['target'],
    description: row['description'],
    clicks: row['visit_count'],
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
    domain: row['domain'],
  }),
};
