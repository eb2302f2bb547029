import { createHash, randomBytes } from 'node:crypto';

/** 120 bits a code: as long as no one can try them all, a plain digest suffices. */
const CODES = 8;
const CODE_BYTES = 15;
const GROUP = /.{4}(?=.)/g;
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'; // without l, o, 0 and 1

export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => toLetters(randomBytes(CODE_BYTES)));
}

function toLetters(bytes: Buffer): string {
  let letters = '';
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  for (let place = 0; place < (bytes.length * 8) / 5; place += 1) {
    letters += ALPHABET[Number((bits >> BigInt(place * 5)) & 31n)];
  }
  return letters.replaceAll(GROUP, '$&-');
}

/** People type codes in capitals and without their groups. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(`recovery ${letters}`).digest('hex');
}
