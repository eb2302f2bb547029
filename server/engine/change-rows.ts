import { CompiledQuery } from 'kysely';
import type { Write } from './engine.ts';

/** Returns the number of changed rows. */
export async function changeRows(
  tx: Write,
  text: string,
  parameters: readonly unknown[],
): Promise<number> {
  // Kysely would freeze the parameters: reading a frozen list takes longer than writing a row.
  const query = { ...CompiledQuery.raw(text), parameters };
  return Number((await tx.executeQuery(query)).numAffectedRows ?? 0);
}
