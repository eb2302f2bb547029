import { locale } from '../../language.ts';

const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/** The shares of weights: "33.3%". Weights that are all 0 have no share. */
export function formatPercents(weights: readonly number[]): string[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => format.format(total === 0 ? 0 : weight / total));
}
