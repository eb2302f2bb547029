import { byName, textNames } from '../../../contracts/links/link-fields.constants.ts';
import { hasFields, type Fields, type Reader, type SourceRow } from './source-row.ts';

/** The table `zurl_urls` of a Zurl database, and the answers of the APIs of Zurl and Brisk. */
export const zurl: Reader = {
  table: /(?:^|_)urls$/i,
  isRow: (row) => hasFields(row, 'short_url', 'long_url'),
  readRow: readLinkColumns,
};

export function readLinkColumns(row: Fields): SourceRow {
  return {
    code: row['short_url'],
    longUrl: row['long_url'],
    ...byName(textNames, (name) => row[name]),
    tags: row['tags'],
    clicks: row['clicks'],
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
    ip: row['ip'],
    domain: row['domain'],
  };
}
