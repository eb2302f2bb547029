import type { Detail } from './detail.ts';
import { factKinds } from './fact-kinds.ts';
import type { Facts } from './facts.ts';

/** Reads the facts that details name and nobody here has met, if there are any. */
export async function learnFactsOf(
  facts: Facts,
  details: readonly { readonly detail: Detail }[],
): Promise<void> {
  const knowsAll = details.every(({ detail }) =>
    factKinds.every((kind) => {
      const { length } = facts.all(kind);
      return detail[kind].every((id) => id < length);
    }),
  );
  if (!knowsAll) await facts.refresh();
}
