import { PlacesFile } from './places-file.ts';
import { readVisible } from './visible-text.ts';

/** '' = unknown. */
export interface Place {
  /** ISO 3166-1 alpha-2, uppercase. */
  readonly country: string;
  /** In English. */
  readonly city: string;
}

export const NOWHERE: Place = { country: '', city: '' };

export interface Places {
  /** False without a file and a trusted header. */
  readonly knowsPlaces: boolean;
  /** `address`: `203.0.113` or `2001:db8:1::`. The file wins over the header. Never throws. */
  find(address: string, countryHeader: string): Place;
  /** Changes when places may have changed: cached places are valid for one revision. */
  revision(): number;
}

export interface PlacesOptions {
  /** A MaxMind file; changes take effect within a minute. */
  readonly geoipFile: string | null;
  /** Whether a trusted proxy sets the header. */
  readonly trustsHeader: boolean;
  /** Called once when a changed file is unreadable; the former file stays in use. */
  readonly onError: (error: unknown) => void;
}

/** Throws an Error that names GEOIP_DB when the file is unusable. */
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

const CITY_MAX = 100;

/** Supports the common schemas: objects with names, or plain names. */
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
/** Codes that Intl names although they are no countries. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

function readCountry(text: unknown): string {
  if (typeof text !== 'string' || !/^[a-z]{2}$/i.test(text)) return '';
  const code = text.toUpperCase();
  return NO_COUNTRIES.has(code) || countries.of(code) === undefined ? '' : code;
}
