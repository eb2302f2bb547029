/** What `duckdb.node` exports. Only `@duckdb/node-api` looks inside. */
export type NativeBinding = Readonly<Record<string, unknown>>;

let binding: NativeBinding | null = null;

/** Hands `@duckdb/node-api` its library, before it is imported. */
export function provideBinding(loaded: NativeBinding): void {
  binding = loaded;
}

/** `scripts/build.ts` puts this call in the place of `@duckdb/node-bindings`. */
export function takeBinding(): NativeBinding {
  if (binding === null) throw new Error('DuckDB is imported before its library is loaded');
  return binding;
}
