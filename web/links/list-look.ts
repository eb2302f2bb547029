import { localValues } from '../storage.ts';

export const densities = ['comfortable', 'compact'] as const;
/** What of a row can be left out. */
export const parts = ['target', 'tags', 'line', 'date'] as const;
export type Density = (typeof densities)[number];
export type Part = (typeof parts)[number];

/** How the rows of the list look in this browser. */
export interface ListLook {
  readonly density: Density;
  readonly shown: readonly Part[];
}

const STORED = 'list_look';

export function readListLook(): ListLook {
  const { density, hidden } = Object(localValues.getJson(STORED)) as Record<string, unknown>;
  return {
    density: densities.find((name) => name === density) ?? 'comfortable',
    shown: parts.filter((part) => !Array.isArray(hidden) || !hidden.includes(part)),
  };
}

/** Keeps what is hidden, so that a part of a later version shows. */
export function storeListLook({ density, shown }: ListLook) {
  const hidden = parts.filter((part) => !shown.includes(part));
  localValues.set(STORED, JSON.stringify({ density, hidden }));
}

/** What the styles of the list read. */
export function lookProps({ density, shown }: ListLook) {
  return { 'data-density': density, 'data-shown': shown.join(' ') };
}
