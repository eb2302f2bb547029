import { shortLinkPrefix } from '../short-link.ts';
import { firstView, searchPlaces, type SearchPlace } from './list-search.ts';

export function normalizeKeyword(place: SearchPlace, text: string): string {
  return place === 'short_url' ? removePrefix(text.trim()) : text.trim();
}

export function findSearchPlace(name: string): SearchPlace {
  return searchPlaces.find((place) => place === name) ?? firstView.filter;
}

/** Cuts a pasted short link down to its stored code. */
function removePrefix(text: string): string {
  const link = text.replace(/^https?:\/\//i, '');
  const prefix = shortLinkPrefix();
  if (link.toLowerCase().startsWith(prefix)) return link.slice(prefix.length);
  // A link of a further domain is stored without the port.
  return link === text ? text : link.replace(/:\d+(?=\/)/, '');
}
