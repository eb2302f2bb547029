/** The present in Unix seconds, the unit of every time that is stored. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
