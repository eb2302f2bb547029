import { useState } from 'react';
import { localValues } from '../../storage.ts';

const densities = ['comfortable', 'compact'] as const;
/** The parts of a row that the user can hide. */
export const parts = ['target', 'tags', 'line', 'date'] as const;
type Density = (typeof densities)[number];
type Part = (typeof parts)[number];

/** The look of the rows in this browser. */
export interface ListLook {
  readonly density: Density;
  readonly shown: readonly Part[];
}

const STORED = 'list_look';

/** The look of the list, which this browser remembers. */
export function useListLook() {
  const [look, setLook] = useState(readListLook);
  const onLook = (changed: ListLook) => {
    storeListLook(changed);
    setLook(changed);
  };
  return { look, onLook };
}

function readListLook(): ListLook {
  const { density, hidden } = Object(localValues.getJson(STORED)) as Record<string, unknown>;
  return {
    density: densities.find((name) => name === density) ?? 'comfortable',
    shown: parts.filter((part) => !Array.isArray(hidden) || !hidden.includes(part)),
  };
}

/** Stores the hidden parts, not the shown: new parts of later versions then appear. */
function storeListLook({ density, shown }: ListLook) {
  const hidden = parts.filter((part) => !shown.includes(part));
  localValues.set(STORED, JSON.stringify({ density, hidden }));
}

/** The attributes that the styles of the list read. */
export function toLookProps({ density, shown }: ListLook) {
  return { 'data-density': density, 'data-shown': shown.join(' ') };
}
