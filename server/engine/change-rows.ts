import { CompiledQuery } from 'kysely';
import type { Write } from './engine.ts';

/** Does a statement that has many parameters and a known text; returns how many rows it changed. */
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
