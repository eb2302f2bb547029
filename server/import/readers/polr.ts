import { hasFields, type Reader } from './source-row.ts';
import { readLinkColumns } from './zurl.ts';

/** The table `links` of a Polr database. A link with a secret key opens at `/code/key` only. */
export const polr: Reader = {
  table: /(?:^|_)links$/i,
  isRow: (row) =>
    hasFields(row, 'short_url', 'long_url') &&
    (hasFields(row, 'secret_key') || hasFields(row, 'is_disabled')),
  readRow: readLinkColumns,
};
