import { Secret, TOTP } from 'otpauth';

/**
 * What an authenticator app shows now, or so many steps of 30 seconds later. The server takes the step
 * before and the one after, too, so these codes hold when a step ends before they are checked.
 */
export function codeOf(secret: string, steps: 0 | 1 = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp,
  });
}
