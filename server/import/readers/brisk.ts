import { isFields, type Reader } from '../foreign-row.ts';
import { readLinkColumns } from './zurl.ts';

/** What Brisk itself exports, of the one version that there is. */
export const brisk: Reader = {
  findRows(file) {
    if (!isFields(file) || file['format'] !== 'brisk' || file['version'] !== 1) return null;
    return Array.isArray(file['links']) ? file['links'] : null;
  },
  readRow: readLinkColumns,
};
