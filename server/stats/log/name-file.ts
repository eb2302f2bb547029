/** DuckDB reads files by name order. Names are unique, because it may cache a file by its name. */
export function nameFile(place: number, batchId: string): string {
  return `${String(place).padStart(6, '0')}-${batchId}.parquet`;
}
