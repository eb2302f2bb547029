/** Characters. A longer name is no slip of the pen. */
const NAME_MAX = 32;

export function describeUnknown(name: string, names: readonly string[]): string {
  const meant = findNearest(name, names);
  return meant === undefined ? 'Unknown field' : `Unknown field: do you mean ${meant}?`;
}

function findNearest(name: string, names: readonly string[]): string | undefined {
  if (name.length > NAME_MAX) return undefined;
  // A short name is near to many others.
  const max = name.length < 5 ? 1 : 2;
  const nearest = names
    .map((near) => ({ near, slips: countSlips(name.toLowerCase(), near) }))
    .filter(({ slips }) => slips <= max)
    .toSorted((a, b) => a.slips - b.slips);
  return nearest[0]?.near;
}

/** The Levenshtein distance: characters added, left out or replaced. */
function countSlips(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= b.length; to += 1) {
      const replaced = row[to - 1]! + (a[at - 1] === b[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[to]! + 1, next[to - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
