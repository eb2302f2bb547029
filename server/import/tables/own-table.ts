import { unguardCell } from '../../../contracts/csv.ts';
import { brisk } from '../readers/readers.ts';
import type { Reader } from '../readers/source-row.ts';
import { FAULT, findFault, refuseFault, type TableReader } from './table-reader.ts';

/** What a table must have to count as an export of Brisk. */
const ownColumns = ['short_url', 'long_url', 'expires_at', 'is_active', 'routing'];

/** The reader of Brisk's own CSV; null for another table. */
export function createOwnReader(names: readonly string[]): TableReader | null {
  if (!ownColumns.every((name) => names.includes(name))) return null;
  return {
    reader: { ...brisk, refuseRow: refuseFault },
    toRows(cells) {
      const row: Record<string, unknown> = {};
      for (const [index, name] of names.entries()) {
        const text = unguardCell(cells[index] ?? '');
        // Brisk writes commas between tags, and none in them.
        row[name] = name === 'tags' ? text.split(',') : text;
      }
      const fault = findFault(cells, names.length, names.length - 1);
      return [fault === null ? row : { ...row, [FAULT]: fault }];
    },
  };
}

/** Why no row of a table with only some of Brisk's columns can be kept. */
export function refuseOwnPart(names: readonly string[]): NonNullable<Reader['refuseRow']> | null {
  if (!names.includes('routing')) return null;
  const missing = ownColumns.filter((name) => !names.includes(name)).join(', ');
  const reason = `Columns of Brisk’s export are missing: ${missing}`;
  return () => ({ key: 'json.error', reason, detail: reason });
}
