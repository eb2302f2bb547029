import type { DetailColumns } from './detail.ts';
import { factKinds } from './fact-kinds.ts';
import type { Facts } from './facts.ts';

/** Reads the facts that a detail names and nobody here has met, if there are any. */
export async function learnFactsOf(facts: Facts, detail: DetailColumns): Promise<void> {
  const knowsAll = factKinds.every((kind) => findLargest(detail[kind]) < facts.all(kind).length);
  if (!knowsAll) await facts.refresh();
}

function findLargest(ids: Uint16Array | Uint8Array): number {
  let largest = 0;
  for (let row = 0; row < ids.length; row += 1) if (ids[row]! > largest) largest = ids[row]!;
  return largest;
}
