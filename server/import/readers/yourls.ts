import { rowsWith, type Reader } from '../foreign-row.ts';
import { tableRows } from './tables.ts';

/** The table of a YOURLS database (`yourls_url`, with any prefix), as a dump or its bare rows. */
export const yourls: Reader = {
  findRows: (file) =>
    tableRows(file, /(?:^|_)url$/i, 'keyword', 'url') ?? rowsWith(file, 'keyword', 'url'),
  readRow: (row) => ({
    code: row['keyword'],
    longUrl: row['url'],
    title: row['title'],
    clicks: row['clicks'],
    createdAt: row['timestamp'],
    ip: row['ip'],
  }),
};
