import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `purpose` is not in the result, and must be the same when it is decrypted. */
export function encrypt(key: Buffer, text: string, purpose = ''): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** Null: it has another key or purpose, or was changed. */
export function decrypt(key: Buffer, bytes: Buffer, purpose = ''): string | null {
  const tagEnd = IV_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
    return decipher.update(bytes.subarray(tagEnd), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** The purpose of the secret that a provider of single sign-on knows. */
export const SSO_SECRET = 'sso secret';

/** A text sealed for one purpose cannot be opened for another. */
export interface Seal {
  close(purpose: string, text: string): string;
  open(purpose: string, sealed: string): string | null;
}

export function createSeal(siteKey: Buffer): Seal {
  const keys = new Map<string, Buffer>();
  const keyOf = (purpose: string): Buffer =>
    keys.getOrInsertComputed(purpose, () =>
      Buffer.from(hkdfSync('sha256', siteKey, '', `brisk ${purpose}`, 32)),
    );
  return {
    close: (purpose, text) => encrypt(keyOf(purpose), text, purpose).toString('base64url'),
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      // Other texts stand for the same bytes; each counts as one of its own where it works once.
      if (bytes.toString('base64url') !== sealed) return null;
      return decrypt(keyOf(purpose), bytes, purpose);
    },
  };
}
