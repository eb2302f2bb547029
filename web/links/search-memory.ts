import { firstView, type SearchPlace } from './list-search.ts';

const KEY = 'brisk.search-everywhere';

/** Where the search of a list begins that was just opened. */
export function readSearchPlace(): SearchPlace {
  try {
    return localStorage.getItem(KEY) === null ? firstView.filter : 'everywhere';
  } catch {
    return firstView.filter;
  }
}

/** Keeps the choice of "Everywhere" in this browser; any other choice ends it. */
export function rememberSearchPlace(place: SearchPlace): void {
  try {
    if (place === 'everywhere') localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice holds until the page is left.
  }
}
