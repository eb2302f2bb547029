import { crc32 } from 'node:zlib';
import { median } from './measure.ts';

const RECORD_BYTES = 180;
const ROUNDS = 9;
const PER_ROUND = 200_000;

const table = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 1 ? (value >>> 1) ^ 0x82f6_3b78 : value >>> 1;
  return value;
});

function crc32c(bytes: Uint8Array): number {
  let value = -1;
  for (let index = 0; index < bytes.length; index += 1) {
    value = table[(value ^ bytes[index]!) & 255]! ^ (value >>> 8);
  }
  return ~value >>> 0;
}

/** Nanoseconds for a record of 180 bytes: the runtime's CRC-32, and CRC-32C above. */
export async function measureChecksum(): Promise<object> {
  const record = Uint8Array.from({ length: RECORD_BYTES }, (_, index) => (index * 7) & 255);
  const times = { crc32: [] as number[], crc32c: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.crc32.push(time(() => crc32(record)));
    times.crc32c.push(time(() => crc32c(record)));
  }
  return { crc32_ns: median(times.crc32), crc32c_ns: median(times.crc32c) };
}

function time(checksum: () => number): number {
  const begun = Bun.nanoseconds();
  for (let call = 0; call < PER_ROUND; call += 1) checksum();
  return (Bun.nanoseconds() - begun) / PER_ROUND;
}
