import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from '../encryption.ts';

/** The purpose of the secret that a provider of single sign-on knows. */
export const SSO_SECRET = 'sso secret';

/** A text sealed for one purpose cannot be opened for another. */
export interface Seal {
  close(purpose: string, text: string): string;
  /** Null: another key or purpose sealed it, or it was changed. */
  open(purpose: string, sealed: string): string | null;
}

/** Each purpose has a key of its own, derived from the site's. */
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
