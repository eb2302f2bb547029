/** Characters. A longer name is no slip of the pen. */
const NAME_MAX = 32;

export function describeUnknown(name: string, known: readonly string[]): string {
  const meant = findNearest(name, known);
  return meant === undefined ? 'Unknown field' : `Unknown field: do you mean ${meant}?`;
}

function findNearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > NAME_MAX) return undefined;
  // A short name is near to many others.
  const max = name.length < 5 ? 1 : 2;
  const near = known
    .map((other) => ({ other, slips: countSlips(name.toLowerCase(), other) }))
    .filter(({ slips }) => slips <= max)
    .toSorted((one, other) => one.slips - other.slips);
  return near[0]?.other;
}

/** The Levenshtein distance: characters added, left out or replaced. */
function countSlips(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[to]! + 1, next[to - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
