/** The exports of `duckdb.node`, for `@duckdb/node-api` only. */
export type NativeBinding = Readonly<Record<string, unknown>>;

let binding: NativeBinding | null = null;

/** Call it before `@duckdb/node-api` is imported. */
export function provideBinding(loaded: NativeBinding): void {
  binding = loaded;
}

/** `scripts/build.ts` replaces `@duckdb/node-bindings` by this call. */
export function takeBinding(): NativeBinding {
  if (binding === null) throw new Error('DuckDB is imported before its library is loaded');
  return binding;
}
