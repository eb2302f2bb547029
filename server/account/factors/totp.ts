import { nowSeconds } from '../../engine/now.ts';

/** The kind of the factor, and what its secret is sealed for. */
export const TOTP = 'totp';

const STEP_SECONDS = 30;
/** Clocks differ: one step before and one after count too. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, 30 seconds. */
export interface Totp {
  readonly secret: string;
  readonly uri: string;
}

export async function createTotp(issuer: string, username: string): Promise<Totp> {
  const { Secret, TOTP: App } = await import('otpauth');
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new App({ issuer, label: username, secret }).toString();
  return { secret: secret.base32, uri };
}

/** The step of a right code that is newer than `lastStep`; null: the code is wrong or was used. */
export async function matchTotp(
  secret: string,
  code: string,
  lastStep: number,
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const { Secret, TOTP: App } = await import('otpauth');
  const totp = new App({ secret: Secret.fromBase32(secret) });
  const now = nowSeconds();
  const delta = totp.validate({ token: code, timestamp: now * 1000, window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(now / STEP_SECONDS) + delta;
  return step > lastStep ? step : null;
}
