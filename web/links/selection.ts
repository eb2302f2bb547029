import type { Link } from './links.api.ts';

/** The same selection with one link more or less. */
export function toggleOne(selected: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const toggled = new Set(selected);
  if (!toggled.delete(id)) toggled.add(id);
  return toggled;
}

/** All links, or none when all were selected. */
export function toggleAll(
  selected: ReadonlySet<number>,
  links: readonly Link[],
): ReadonlySet<number> {
  return new Set(isAllSelected(selected, links) ? [] : links.map(({ id }) => id));
}

export function isAllSelected(selected: ReadonlySet<number>, links: readonly Link[]): boolean {
  return links.every(({ id }) => selected.has(id));
}
