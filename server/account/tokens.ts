import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { limitKey } from '../http/client-address.ts';

/** How long a login lasts, in seconds. */
export const LOGIN_SECONDS = 30 * 24 * 3600;

const SEAL = 'aes-256-gcm';
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
  /** Null when another key has sealed it. */
  open(sealed: string): string | null;
}

/** The seal that a key of 32 bytes makes and opens. */
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
      try {
        const decipher = createDecipheriv(SEAL, key, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
        const text = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
        return text.toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** Makes the digest by which an address (IPv6: a /64) is known again, and not read, without the key. */
export function createAddressMark(key: Buffer): (address: string) => string {
  return (address) =>
    createHmac('sha256', key)
      .update(`login address ${limitKey(address)}`)
      .digest('base64url');
}
