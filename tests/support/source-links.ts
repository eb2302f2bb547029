import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRow, type RowRules } from '../../server/import/check-row.ts';
import type { ImportedLink } from '../../server/import/import.store.ts';
import type { Fields } from '../../server/import/readers/source-row.ts';
import type { Refusal } from '../../server/import/refusal.ts';
import { openDiskFile } from '../../server/import/source/disk-file.ts';
import { openSource } from '../../server/import/source/open-source.ts';
import type { SourceOptions, SourceVisit } from '../../server/import/source/row-source.ts';

const rules: RowRules = {
  isInSeconds: false,
  timeZone: 'UTC',
  dayOrder: 'unknown',
  usualDayOrder: 'unknown',
  now: Date.UTC(2026, 0, 1) / 1000,
  domains: new Set(['two.example']),
  sharedCuts: new Set(),
  isOwnHost: () => false,
};

export interface SourceContent {
  readonly source: string;
  readonly rows: readonly Fields[];
  readonly links: readonly (ImportedLink | Refusal)[];
  readonly visits: readonly SourceVisit[];
}

/** Reads a file as an import does, without a site. The file may be one on disk. */
export async function readSource(
  content: string | Uint8Array | { readonly path: string },
  options: SourceOptions = {},
  name = 'dump.sql',
): Promise<SourceContent> {
  const folder = mkdtempSync(join(tmpdir(), 'brisk-source-'));
  try {
    const isOnDisk = typeof content === 'object' && 'path' in content;
    const path = isOnDisk ? content.path : join(folder, name);
    if (!isOnDisk) writeFileSync(path, content);
    const source = await openSource(openDiskFile(path), { folder, ...options });
    const pages = await Array.fromAsync(source.rows());
    const rows = pages.flat() as Fields[];
    const visits = (await Array.fromAsync(source.visits?.read() ?? [])).flat();
    const { reader } = source;
    const links = rows.map((row) =>
      checkRow(row, reader, { ...rules, isInSeconds: reader.isInSeconds === true }),
    );
    return { source: source.source, rows, links, visits };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
