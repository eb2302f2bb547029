import type { DetailColumns } from './detail.ts';
import { factKinds } from './fact-kinds.ts';
import type { Facts } from './facts.ts';

/** Reads the facts that a detail names and nobody here has met, if there are any. */
export async function learnFactsOf(facts: Facts, detail: DetailColumns): Promise<void> {
  const knowsAll = factKinds.every((kind) => {
    const { length } = facts.all(kind);
    return detail[kind].every((id) => id < length);
  });
  if (!knowsAll) await facts.refresh();
}
