import { locale } from '../../language.ts';
import { countryCodes, languageTags } from './codes.ts';
import { formatCountry, formatLanguage, formatZone } from './names.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

const collator = new Intl.Collator(locale);
const known = new Map<string, Choice[]>();

/** Countries by name. */
export function listCountries(): readonly Choice[] {
  return listOnce('country', () => countryCodes.map((code) => toChoice(code, formatCountry)));
}

/** Languages by name. */
export function listLanguages(): readonly Choice[] {
  return listOnce('language', () => languageTags.map((tag) => toChoice(tag, formatLanguage)));
}

/** All time zones, and `own` if the browser does not know it. */
export function listZones(own: string): Choice[] {
  const zones = new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((zone) => ({ value: zone, label: nameZone(zone) }));
}

function listOnce(name: string, list: () => Choice[]): readonly Choice[] {
  const found =
    known.get(name) ?? list().toSorted((one, other) => collator.compare(one.label, other.label));
  known.set(name, found);
  return found;
}

function toChoice(value: string, format: (value: string) => string): Choice {
  return { value, label: format(value) };
}

/** The name of a zone: one can search for its place in Latin letters, too. */
function nameZone(zone: string): string {
  const place = zone.replaceAll('_', ' ');
  if (locale === 'en' || zone === 'UTC') return place;
  return `${place} · ${formatZone(zone)}`;
}
