import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { limitKey } from '../http/client/client-address.ts';

export const LOGIN_SECONDS = 30 * 24 * 3600; // 30 days

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Clients of other shorteners demand 40 characters of an API token. */
const NAMED_TOKEN_LENGTH = 40;

const kinds = {
  /** A login. */
  web: () => `web-${randomText(24)}`,
  /** The API token that an account shows on its page. */
  sk: () => `sk-${randomText(24)}`,
  named: () => `sk-${randomText(28)}`.slice(0, NAMED_TOKEN_LENGTH),
  /** A one-time link. */
  inv: () => `inv-${randomText(32)}`,
};

/** At least 192 random bits, which nobody guesses. */
export function createToken(kind: keyof typeof kinds): string {
  return kinds[kind]();
}

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** The database stores this: enough to recognize the token, not enough to use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The database holds the API token encrypted, because its page must show it again. */
export interface TokenCipher {
  encrypt(token: string): string;
  /** Null when another key encrypted the token. */
  decrypt(sealed: string): string | null;
}

export function createTokenCipher(key: Buffer): TokenCipher {
  return {
    encrypt(token) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv);
      const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const tagEnd = IV_BYTES + TAG_BYTES;
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
        const text = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
        return text.toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** The digest recognizes an address (IPv6: a /64). It does not reveal it without the key. */
export function createAddressHash(key: Buffer): (address: string) => string {
  return (address) =>
    createHmac('sha256', key)
      .update(`login address ${limitKey(address)}`)
      .digest('base64url');
}
