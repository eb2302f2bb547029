import { shortLinkPrefix } from '../short-link.ts';
import { firstView, searchPlaces, type SearchPlace } from './list-search.ts';

export function normalizeKeyword(place: SearchPlace, text: string): string {
  return place === 'short_url' ? removePrefix(text.trim()) : text.trim();
}

export function findSearchPlace(name: string): SearchPlace {
  return searchPlaces.find((place) => place === name) ?? firstView.filter;
}

/** Cuts a pasted short link down to its code. */
function removePrefix(text: string): string {
  const link = text.replace(/^https?:\/\//i, '');
  const prefix = shortLinkPrefix();
  return link.toLowerCase().startsWith(prefix) ? link.slice(prefix.length) : text;
}
