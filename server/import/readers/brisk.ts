import { hasFields, type Reader } from '../source-row.ts';
import { readLinkColumns } from './zurl.ts';

/** An export of Brisk. */
export const brisk: Reader = {
  isInSeconds: true,
  isRow: (row) => hasFields(row, 'short_url', 'long_url'),
  readRow: readLinkColumns,
};
