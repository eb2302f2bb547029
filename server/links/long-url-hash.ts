/** 52 bits of SHA-256: what a JavaScript number and every database's integer hold exactly. */
export function hashLongUrl(longUrl: string): number {
  const digest = new Bun.CryptoHasher('sha256').update(longUrl).digest();
  return digest.readUIntBE(0, 6) * 16 + (digest.readUInt8(6) >> 4);
}
