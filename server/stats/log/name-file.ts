/**
 * The name of a batch's file for DuckDB, which reads files in the order of their names. No name comes
 * twice: DuckDB may remember what a file of that name had.
 */
export function nameFile(place: number, batchId: string): string {
  return `${String(place).padStart(6, '0')}-${batchId}.parquet`;
}
