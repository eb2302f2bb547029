import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

/** Imported links may have `$pbkdf2-sha256$iterations$salt$hash` in base64url. */
export function isPbkdf2(hash: string): boolean {
  return hash.startsWith('$pbkdf2-sha256$');
}

export async function matchesPbkdf2(password: string, stored: string): Promise<boolean> {
  const [iterations, salt, hash] = stored.split('$').slice(2);
  const expected = Buffer.from(hash!, 'base64url');
  const derived = await derive(
    password,
    Buffer.from(salt!, 'base64url'),
    Number(iterations),
    expected.length,
    'sha256',
  );
  return timingSafeEqual(derived, expected);
}
