import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { Reader, type Response } from 'mmdb-lib';
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
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

function readCountry(text: unknown): string {
  if (typeof text !== 'string' || !/^[a-z]{2}$/i.test(text)) return '';
  const code = text.toUpperCase();
  return NO_COUNTRIES.has(code) || countries.of(code) === undefined ? '' : code;
}

const CHECK_MS = 60_000;

class PlacesFile {
  readonly #path: string;
  readonly #onError: (error: unknown) => void;
  #reader: Reader<Response>;
  #fingerprint: string;
  #checkedAt = Date.now();
  #isDamaged = false;
  #revision = 0;

  /** Throws an Error that names GEOIP_DB when the file is unusable. */
  constructor(path: string, onError: (error: unknown) => void) {
    this.#path = path;
    this.#onError = onError;
    try {
      this.#fingerprint = readFingerprint(path);
      this.#reader = readPlaces(path);
    } catch (error) {
      throw this.#describeFailure(error);
    }
  }

  /** `address` is shortened: `203.0.113` or `2001:db8:1::`. Null: unknown, or damaged there. */
  find(address: string): unknown {
    this.#reloadIfChanged();
    const whole = address.includes(':') ? address : `${address}.0`;
    const version = isIP(whole);
    // Trap: an IPv4-only file would take an IPv6 address for another one.
    if (version === 0 || version > this.#reader.metadata.ipVersion) return null;
    try {
      return this.#reader.get(whole);
    } catch (error) {
      if (!this.#isDamaged) this.#onError(this.#describeFailure(error));
      this.#isDamaged = true;
      return null;
    }
  }

  revision(): number {
    this.#reloadIfChanged();
    return this.#revision;
  }

  #reloadIfChanged(): void {
    const elapsed = Date.now() - this.#checkedAt;
    // A clock that was set back must not stop the checks.
    if (elapsed >= 0 && elapsed < CHECK_MS) return;
    this.#checkedAt = Date.now();
    const state = readFingerprint(this.#path);
    if (state === this.#fingerprint) return;
    this.#fingerprint = state;
    try {
      this.#reader = readPlaces(this.#path);
      this.#isDamaged = false;
      this.#revision += 1;
    } catch (error) {
      this.#onError(this.#describeFailure(error));
    }
  }

  #describeFailure(error: unknown): Error {
    const reason = error instanceof Error ? error.message : String(error);
    return new Error(`GEOIP_DB: ${this.#path} cannot be used: ${reason}`, { cause: error });
  }
}

function readFingerprint(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

function readPlaces(path: string): Reader<Response> {
  const bytes = readFileSync(path);
  const reader = openReader(bytes);
  if (reader !== null && isWhole(bytes, reader)) return reader;
  throw new Error('it is not a complete MaxMind DB file');
}

function openReader(bytes: Buffer): Reader<Response> | null {
  try {
    return new Reader(bytes);
  } catch {
    return null;
  }
}

function isWhole(bytes: Buffer, { metadata }: Reader<Response>): boolean {
  const { ipVersion, nodeCount, searchTreeSize } = metadata;
  if ((ipVersion !== 4 && ipVersion !== 6) || !(nodeCount > 0)) return false;
  return bytes.subarray(searchTreeSize, searchTreeSize + 16).equals(Buffer.alloc(16));
}
