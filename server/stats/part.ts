/** A number that no other part has: 48 random bits; a settled day has the part 0 alone. */
export function createPart(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 16) * 2 ** 32 + low + 1;
}
