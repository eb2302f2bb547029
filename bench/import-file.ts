import type { BenchSite } from './bench-site.ts';

export const IMPORT_ROWS = 100_000;
/** The size limit of the page. White space fills the file up. */
export const IMPORT_BYTES = 10 * 1024 * 1024;

/** An export of YOURLS by phpMyAdmin. `mark` makes the codes of several files differ. */
export function createImportFile(mark = ''): File {
  const data = Array.from({ length: IMPORT_ROWS }, (_, number) => ({
    keyword: `${((number * 7919) % IMPORT_ROWS).toString(36)}-X${mark}`,
    url: `https://e${number % 500}.example/${number}`,
    timestamp: '2024-05-06 07:08:09',
    clicks: String(number % 10),
  }));
  const text = JSON.stringify([{ type: 'table', name: 'yourls_url', data }]);
  if (text.length > IMPORT_BYTES) throw new Error(`the file has ${text.length} bytes`);
  return new File([text.padEnd(IMPORT_BYTES)], 'yourls_url.json', { type: 'application/json' });
}

/** Imports the file through the API; resolves with the seconds. */
export async function upload(site: BenchSite, file: File): Promise<number> {
  const body = new FormData();
  body.append('file', file);
  const begun = performance.now();
  const response = await site.send('/api/import', { method: 'POST', body });
  const { data } = (await response.json()) as { data: { imported: number; skipped: number } };
  const seconds = (performance.now() - begun) / 1000;
  if (data.imported + data.skipped !== IMPORT_ROWS) {
    throw new Error(`imported ${JSON.stringify(data)}`);
  }
  return seconds;
}
