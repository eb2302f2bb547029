import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { Reader, type Response } from 'mmdb-lib';

/** Interval of checks for a new file, in milliseconds. */
const CHECK_MS = 60_000;

/** A MaxMind file, which may be replaced while it is in use. */
export class PlacesFile {
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

  /** Rises whenever a changed file was loaded. */
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
    // Stored before reading: a later write is another change.
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

/** Whether the tree is complete, and followed by its separator of 16 zero bytes. */
function isWhole(bytes: Buffer, { metadata }: Reader<Response>): boolean {
  const { ipVersion, nodeCount, searchTreeSize } = metadata;
  if ((ipVersion !== 4 && ipVersion !== 6) || !(nodeCount > 0)) return false;
  return bytes.subarray(searchTreeSize, searchTreeSize + 16).equals(Buffer.alloc(16));
}
