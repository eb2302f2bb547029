/** Characters; browsers send about 30. */
const LENGTH_MAX = 1024;

/** Returns the client's preferred coding, or null for none. Among equals the first one wins. */
export function chooseCoding<Coding extends string>(
  acceptEncoding: string,
  codings: readonly Coding[],
): Coding | null {
  const weights = readWeights(acceptEncoding);
  const plainWeight = weights.get('identity') ?? 0;
  let best: Coding | null = null;
  let bestWeight = 0;
  for (const coding of codings) {
    const weight = weights.get(coding) ?? 0;
    if (weight > bestWeight && weight >= plainWeight) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
}

function readWeights(acceptEncoding: string): ReadonlyMap<string, number> {
  const entries = acceptEncoding.slice(0, LENGTH_MAX).toLowerCase().split(',');
  return new Map(
    entries.map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice('q='.length))];
    }),
  );
}
