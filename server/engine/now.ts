/** As ISO 8601, without fractions of a second. */
export function formatInstant(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '');
}

/** The present in Unix seconds, the unit of every stored time. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
