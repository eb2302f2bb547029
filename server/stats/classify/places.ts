import { PlacesFile } from './places-file.ts';
import { readVisible } from './visible-text.ts';

/** Where a visitor is; '' = not known. */
export interface Place {
  /** ISO 3166-1 alpha-2, in capitals. */
  readonly country: string;
  /** Its English name. */
  readonly city: string;
}

export const NOWHERE: Place = { country: '', city: '' };

export interface Places {
  /** False: there is neither a file nor a header that could name a country. */
  readonly knowsPlaces: boolean;
  /**
   * Where an address is, shortened to /24 (`203.0.113`) or /48 (`2001:db8:1::`). What the file
   * says comes before the value of the header. Never throws.
   */
  find(address: string, countryHeader: string): Place;
  /**
   * Another number when addresses may be elsewhere, as there is another file. Whoever remembers
   * places must ask for it.
   */
  revision(): number;
}

interface PlacesOptions {
  /** A file of MaxMind's format, which is read again within a minute of a change. */
  readonly geoipFile: string | null;
  /** Whether the header comes from a proxy that is believed. */
  readonly trustsHeader: boolean;
  /** Told once of a changed file that cannot be read; the former one stays in use. */
  readonly onError: (error: unknown) => void;
}

/** Opens the file of places; throws an Error that names GEOIP_DB when it cannot be used. */
export function openPlaces({ geoipFile, trustsHeader, onError }: PlacesOptions): Places {
  const file = geoipFile === null ? null : new PlacesFile(geoipFile, onError);
  return {
    knowsPlaces: file !== null || trustsHeader,
    find(address, countryHeader) {
      const place = readPlace(file?.find(address));
      if (place.country !== '' || !trustsHeader) return place;
      return { country: readCountry(countryHeader), city: '' };
    },
    revision: () => file?.revision() ?? 0,
  };
}

/** The longest name of a city, in characters. */
const CITY_MAX = 100;

/** Reads what any of the usual files says: objects with names in them, or the names alone. */
function readPlace(record: unknown): Place {
  const country = pick(record, 'country');
  const city = pick(record, 'city');
  return {
    country: readCountry(pick(country, 'iso_code') ?? pick(record, 'country_code') ?? country),
    city: readCity(pick(pick(city, 'names'), 'en') ?? city),
  };
}

function pick(value: unknown, key: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isObject ? (value as Record<string, unknown>)[key] : undefined;
}

function readCity(name: unknown): string {
  return typeof name === 'string' ? readVisible(name, CITY_MAX) : '';
}

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** What Intl has a name for though it is no country. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

function readCountry(text: unknown): string {
  if (typeof text !== 'string' || !/^[a-z]{2}$/i.test(text)) return '';
  const code = text.toUpperCase();
  return NO_COUNTRIES.has(code) || countries.of(code) === undefined ? '' : code;
}
