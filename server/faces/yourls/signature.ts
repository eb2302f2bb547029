import { createHash, timingSafeEqual } from 'node:crypto';
import { nowSeconds } from '../../engine/now.ts';
import type { Fields } from '../../http/body/body.ts';
import { toApiToken } from '../../http/caller.ts';

/** A blog's clock may show the time of another zone. */
const TIMED_SECONDS = 43_200;
const oldHashes = ['md5', 'sha1'] as const;
const hashes = [...oldHashes, 'sha256', 'sha384', 'sha512'] as const;
/** What clients use that name none, by the version of YOURLS that they were made for. */
const unnamed = ['md5', 'sha256'] as const;
const isOld = (name: string): boolean => oldHashes.some((old) => old === name);

export interface SignatureRules {
  readonly findToken: (matches: (token: string) => boolean) => Promise<string | null>;
  readonly allowsOldHashes: boolean;
  /** Called when a right signature has an old hash. */
  readonly onOldHash: () => void;
}

/**
 * The API token of a call: its `signature`, or its `password` beside any user name. Undefined: there
 * is none; null: none can be read.
 */
export async function readSignature(
  fields: Fields,
  rules: SignatureRules,
): Promise<string | null | undefined> {
  const { signature, timestamp, hash, username, password } = fields;
  if (!isGiven(signature)) {
    if (!isGiven(username) && !isGiven(password)) return undefined;
    return toApiToken(password);
  }
  if (!isGiven(timestamp)) return toApiToken(signature);
  if (typeof signature !== 'string') return null;
  return findTimed(signature, { timestamp, hash }, rules);
}

/** Of a text or number; others are empty. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

async function findTimed(
  signature: string,
  { timestamp, hash }: Pick<Fields, 'timestamp' | 'hash'>,
  { findToken, allowsOldHashes, onOldHash }: SignatureRules,
): Promise<string | null> {
  const time = toText(timestamp);
  const named = (isGiven(hash) ? hashes.filter((name) => name === hash) : unnamed).filter(
    (name) => allowsOldHashes || !isOld(name),
  );
  const isTime = /^\d{1,12}$/.test(time) && Math.abs(nowSeconds() - Number(time)) < TIMED_SECONDS;
  const given = Buffer.from(signature.toLowerCase());
  if (!isTime || given.length > 128 || named.length === 0) return null;
  let fitting = '';
  const found = await findToken((token) =>
    named.some((name) =>
      [time + token, token + time].some((text) => {
        const expected = Buffer.from(createHash(name).update(text).digest('hex'));
        const fits = expected.length === given.length && timingSafeEqual(expected, given);
        if (fits) fitting = name;
        return fits;
      }),
    ),
  );
  if (isOld(fitting)) onOldHash();
  return found;
}
