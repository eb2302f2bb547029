import { CompiledQuery } from 'kysely';
import type { Write } from './engine.ts';

/** How many rows one statement writes. */
const ROWS_AT_ONCE = 64;

/** Writes rows by statements of a known text: building them would cost more than running them. */
export async function insertRows(
  tx: Write,
  into: string,
  rows: readonly (readonly unknown[])[],
  { onConflict = '' } = {},
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    const width = some[0]!.length;
    const places = (row: number) => some[0]!.map((_, i) => `$${row * width + i + 1}`).join(', ');
    const lists = some.map((_, row) => `(${places(row)})`);
    const text = `insert into ${into} values ${lists.join(', ')} ${onConflict}`;
    await changeRows(tx, text, some.flat());
  }
}

/** Does a statement that has many parameters; returns how many rows it changed. */
export async function changeRows(
  tx: Write,
  text: string,
  parameters: readonly unknown[],
): Promise<number> {
  // Put in afterwards: Kysely would freeze them, and reading a frozen list takes several times as
  // long as writing a row.
  const query = { ...CompiledQuery.raw(text), parameters };
  return Number((await tx.executeQuery(query)).numAffectedRows ?? 0);
}
