/** 52 bits of SHA-256, which fit a JavaScript number and any database's integer. */
export function hashLongUrl(longUrl: string): number {
  const digest = Bun.CryptoHasher.hash('sha256', longUrl);
  return digest.readUIntBE(0, 6) * 16 + (digest.readUInt8(6) >> 4);
}
