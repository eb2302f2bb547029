import { hasFields, type Reader } from './source-row.ts';

/** The table of a YOURLS database: `yourls_url`, with any prefix. */
export const yourls: Reader = {
  table: /(?:^|_)url$/i,
  isRow: (row) => hasFields(row, 'keyword', 'url'),
  readRow: (row) => ({
    code: row['keyword'],
    longUrl: row['url'],
    title: row['title'],
    clicks: row['clicks'],
    createdAt: row['timestamp'],
    ip: row['ip'],
  }),
};
