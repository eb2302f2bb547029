import { hasFields, type Reader } from './source-row.ts';
import { readLinkColumns } from './zurl.ts';

/** An export of Brisk. */
export const brisk: Reader = {
  isInSeconds: true,
  isOwn: true,
  isRow: (row) => hasFields(row, 'short_url', 'long_url'),
  readRow: readLinkColumns,
};

/** The answers of the API of Brisk, which are Zurl's with more fields. */
export const briskApi: Reader = {
  ...brisk,
  isRow: (row) => hasFields(row, 'short_url', 'long_url', 'has_password', 'rules'),
};
