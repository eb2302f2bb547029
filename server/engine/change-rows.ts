import { CompiledQuery } from 'kysely';
import type { Write } from './engine.ts';

/** Returns the number of changed rows. */
export async function changeRows(
  tx: Write,
  text: string,
  parameters: readonly unknown[],
): Promise<number> {
  // Kysely would freeze the parameters. Reading a frozen list takes several times as long as
  // writing a row.
  const query = { ...CompiledQuery.raw(text), parameters };
  return Number((await tx.executeQuery(query)).numAffectedRows ?? 0);
}
