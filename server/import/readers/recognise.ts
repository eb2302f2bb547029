import type { Reader } from '../foreign-row.ts';
import { brisk } from './brisk.ts';
import { kutt } from './kutt.ts';
import { shlink } from './shlink.ts';
import { sink } from './sink.ts';
import { yourlsApi } from './yourls-api.ts';
import { yourls } from './yourls.ts';
import { zurl } from './zurl.ts';

const readers: readonly Reader[] = [brisk, yourls, yourlsApi, zurl, shlink, kutt, sink];

/** A file whose format is known. */
export interface ReadableFile {
  readonly rows: readonly unknown[];
  readonly readRow: Reader['readRow'];
}

/** Finds the format of a file by its shape; null when it has none that is known. */
export function recognise(file: unknown): ReadableFile | null {
  for (const { findRows, readRow } of readers) {
    const rows = findRows(file);
    if (rows !== null) return { rows, readRow };
  }
  return null;
}
