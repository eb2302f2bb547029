import { rowsWith, type Fields, type ForeignRow, type Reader } from '../foreign-row.ts';
import { tableRows } from './tables.ts';

/** The table `zurl_urls` of a Zurl database, as a dump or its bare rows. */
export const zurl: Reader = {
  findRows: (file) =>
    tableRows(file, /(?:^|_)urls$/i, 'short_url', 'long_url') ??
    rowsWith(file, 'short_url', 'long_url'),
  readRow: readLinkColumns,
};

/** The columns that Zurl and Brisk have in common. */
export function readLinkColumns(row: Fields): ForeignRow {
  return {
    code: row['short_url'],
    longUrl: row['long_url'],
    title: row['title'],
    description: row['description'],
    clicks: row['clicks'],
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
    expiresAt: row['expires_at'],
    isActive: row['is_active'],
    ip: row['ip'],
  };
}
