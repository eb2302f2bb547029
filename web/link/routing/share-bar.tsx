import { formatPercents } from './percents.ts';
import { toCount } from './routing-settings.ts';
import type { ShareDraft } from './rule-draft.ts';

/** The shares of a split as a bar. The numbers stand beside it, so screen readers skip it. */
export function ShareBar({ shares }: { readonly shares: readonly ShareDraft[] }) {
  const weights = shares.map(({ weight }) => toCount(weight) ?? 0);
  const percents = formatPercents(weights);
  return (
    <div className="share-bar" aria-hidden>
      {weights.map((weight, index) => (
        <span key={toPlace(index)} style={{ flexGrow: weight }} title={percents[index]} />
      ))}
    </div>
  );
}

/** Shares have no other identity than their place. */
export function toPlace(index: number): string {
  return `share-${index}`;
}
