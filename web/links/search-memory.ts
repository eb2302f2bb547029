import { localValues } from '../storage.ts';
import { firstView, type SearchPlace } from './list-search.ts';

const STORED = 'search_everywhere';

/** The place of the first search. */
export function readSearchPlace(): SearchPlace {
  return localValues.get(STORED) === null ? firstView.filter : 'everywhere';
}

/** Remembers the choice of "Everywhere" in this browser. Any other choice ends it. */
export function rememberSearchPlace(place: SearchPlace): void {
  if (place === 'everywhere') localValues.set(STORED, 'yes');
  else localValues.remove(STORED);
}
