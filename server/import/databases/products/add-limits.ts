import { findLimitColumn } from '../../limit-columns.ts';
import type { Fields } from '../../readers/source-row.ts';
import type { SourceOptions } from '../../source/row-source.ts';
import { readPasswordHash } from '../../values/password-hash.ts';
import { mergeLimits } from './yourls-limits.ts';

const PLAIN_MAX = 256; // characters of a password
const HASHES_MAX = 1000; // 30 ms each

/** Adds the limits of plugins to rows of YOURLS, where `limits.ts` finds them. */
export function limitAdder(
  find: (keyword: string) => readonly Fields[],
  options: SourceOptions,
): (row: Fields) => Promise<Fields> | Fields {
  const hashes = new Map<string, string>();
  return async (row) => {
    const found = find(String(row['keyword']));
    if (found.length === 0) return row;
    const meta = mergeLimits(found);
    for (const [name, value] of Object.entries(meta)) {
      if (findLimitColumn(name)?.kind !== 'password' || !isPlain(value)) continue;
      const hash = hashes.get(value) ?? (await hashPlain(value, hashes, options));
      if (hash !== undefined) meta[name] = hash;
    }
    return { ...row, meta };
  };
}

/** A hash of an unknown kind is no password. */
function isPlain(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > PLAIN_MAX) return false;
  if (readPasswordHash(value) !== null) return false;
  return !/^[$*{!]|^[\da-f]{32,}$|:[$\da-f]|^[a-z\d+/_-]{43,}=*$/i.test(value);
}

async function hashPlain(
  password: string,
  hashes: Map<string, string>,
  { hashPassword }: SourceOptions,
): Promise<string | undefined> {
  if (hashPassword === undefined || hashes.size === HASHES_MAX) return undefined;
  const hash = await hashPassword(password);
  hashes.set(password, hash);
  return hash;
}
