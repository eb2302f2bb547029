import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILE } from '../engine/data-directory.ts';

/** How long a login lasts, in seconds. */
export const LOGIN_SECONDS = 30 * 24 * 3600;

const SEAL = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A new token of 192 random bits: `web-…` for a login, `sk-…` for the API. */
export function createToken(prefix: 'web' | 'sk'): string {
  return `${prefix}-${randomBytes(24).toString('base64url')}`;
}

/** What is stored of a token: enough to know it again, not enough to use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Seals the API token for the database, because its page must be able to show it again. */
export interface TokenSeal {
  seal(token: string): string;
  open(sealed: string): string;
}

/**
 * Opens the seal whose key lies in the data directory (readable by its owner only); where there is
 * none, `firstKey` becomes it.
 */
export function openTokenSeal(
  dataDir: string,
  firstKey: Buffer = randomBytes(KEY_BYTES),
): TokenSeal {
  return createTokenSeal(readOrCreateKey(join(dataDir, KEY_FILE), firstKey));
}

/** The seal of a key that comes from elsewhere. */
export function createTokenSeal(key: Buffer): TokenSeal {
  return {
    seal(token) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(SEAL, key, iv);
      const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const tagEnd = IV_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(SEAL, key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
      const text = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
      return text.toString('utf8');
    },
  };
}

function readOrCreateKey(file: string, first: Buffer): Buffer {
  const key = readKey(file) ?? createKey(file, first);
  if (key.length !== KEY_BYTES) throw new Error(`${file} must hold ${KEY_BYTES} bytes`);
  return key;
}

function readKey(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Written aside and then linked: a kill leaves no half key, and of two processes one wins. */
function createKey(file: string, key: Buffer): Buffer {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, key, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file);
}
