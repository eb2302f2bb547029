import type { ApiCall } from './calls.ts';

/** The groups of calls: the tags of the OpenAPI document. */
const tags = [
  'links',
  'stats',
  'domains',
  'export',
  'import',
  'backup',
  'site',
  'account',
  'people',
  'audit',
  'status',
] as const;

/** Finds the calls with every word of the keyword in their name, path, summary or fields. */
export function findCalls(calls: readonly ApiCall[], keyword: string): readonly ApiCall[] {
  const words = keyword.toLowerCase().split(/\s+/);
  return calls.filter(({ id, path, summary, fields }) => {
    const text = [id, path, summary, ...fields.map(({ name }) => name)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function groupCalls(calls: readonly ApiCall[]) {
  return tags
    .map((tag) => ({ tag, calls: calls.filter((call) => call.tag === tag) }))
    .filter((group) => group.calls.length > 0);
}
