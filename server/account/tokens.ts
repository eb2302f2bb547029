import { createHash, createHmac, randomBytes } from 'node:crypto';
import { limitKey } from '../http/client/client-address.ts';
import { decrypt, encrypt } from './encryption.ts';

export const LOGIN_SECONDS = 30 * 24 * 3600; // 30 days

/** Clients of other shorteners demand 40 characters of an API token. */
const API_TOKEN_LENGTH = 40;

/** Of a login, an API token and a one-time link. */
const kinds = {
  web: () => `web-${randomText(24)}`,
  sk: () => `sk-${randomText(28)}`.slice(0, API_TOKEN_LENGTH),
  inv: () => `inv-${randomText(32)}`,
};

/** At least 192 random bits: too many to guess. */
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
    encrypt: (token) => encrypt(key, token).toString('base64'),
    decrypt: (sealed) => decrypt(key, Buffer.from(sealed, 'base64')),
  };
}

/** The digest recognizes an address (IPv6: a /64). It does not reveal it without the key. */
export function createAddressHash(key: Buffer): (address: string) => string {
  return (address) =>
    createHmac('sha256', key)
      .update(`login address ${limitKey(address)}`)
      .digest('base64url');
}
