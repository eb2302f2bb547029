/** DuckDB, loaded when it is first needed. */
export async function loadDuckDb(): Promise<typeof import('@duckdb/node-api')> {
  return import('@duckdb/node-api');
}
