import { localValues } from '../storage.ts';
import { firstView, type SearchPlace } from './list-search.ts';

const STORED = 'search_everywhere';

/** Where the search of a list begins that was just opened. */
export function readSearchPlace(): SearchPlace {
  return localValues.get(STORED) === null ? firstView.filter : 'everywhere';
}

/** Keeps the choice of "Everywhere" in this browser; any other choice ends it. */
export function rememberSearchPlace(place: SearchPlace): void {
  if (place === 'everywhere') localValues.set(STORED, 'yes');
  else localValues.remove(STORED);
}
