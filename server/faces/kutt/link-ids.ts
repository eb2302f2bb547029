import { createHmac, hkdfSync } from 'node:crypto';

/** The ids of links as UUIDs, which only this site can read. */
export interface LinkIds {
  write(id: number): string;
  /** Null: it is no UUID, or not one of this site. */
  read(text: string): number | null;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const ROUNDS = 4;
/** All bits but those of version and variant, in two halves. */
const HALF_BITS = 61n;
const HALF = (1n << HALF_BITS) - 1n;

/** UUIDv8: a Feistel network turns the id and as many zeros around, so that a guessed one is found out. */
export function createLinkIds(siteKey: Buffer): LinkIds {
  const key = Buffer.from(hkdfSync('sha256', siteKey, '', 'brisk link ids of kutt', 32));
  const mix = (round: number, half: bigint): bigint => {
    const digest = createHmac('sha256', key).update(`${round} ${half}`).digest();
    return digest.readBigUInt64BE() & HALF;
  };
  return {
    write(id) {
      let [left, right] = [BigInt(id), 0n];
      for (let round = 0; round < ROUNDS; round += 1) {
        [left, right] = [right, left ^ mix(round, right)];
      }
      return toUuid((left << HALF_BITS) | right);
    },
    read(text) {
      if (!UUID.test(text)) return null;
      const bits = fromUuid(text);
      let [left, right] = [bits >> HALF_BITS, bits & HALF];
      for (let round = ROUNDS - 1; round >= 0; round -= 1) {
        [left, right] = [right ^ mix(round, left), left];
      }
      return right === 0n && left > 0n && left <= Number.MAX_SAFE_INTEGER ? Number(left) : null;
    },
  };
}

/** 48 bits, the version 8, 12 bits, the variant, 62 bits (RFC 9562). */
function toUuid(bits: bigint): string {
  const head = (bits >> 62n).toString(16).padStart(15, '0');
  const tail = ((0b10n << 62n) | (bits & ((1n << 62n) - 1n))).toString(16);
  const hex = `${head.slice(0, 12)}8${head.slice(12)}${tail}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function fromUuid(text: string): bigint {
  const hex = text.replaceAll('-', '');
  const head = BigInt(`0x${hex.slice(0, 12)}${hex.slice(13, 16)}`);
  const tail = BigInt(`0x${hex.slice(16)}`) & ((1n << 62n) - 1n);
  return (head << 62n) | tail;
}
